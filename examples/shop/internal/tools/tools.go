// Package tools runs the programs the shop borrows from others.
package tools

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"time"
)

// Label draws a barcode.
func Label(text string) ([]byte, error) {
	return exec.Command("zint", "--barcode=20", "--filetype=png", "--direct", "--data="+text).Output()
}

// Thumbnail makes a picture small.
func Thumbnail(ctx context.Context, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "convert", path, "-resize", "200x200", "png:-")
	cmd.WaitDelay = time.Second
	return cmd.Output()
}

// Invoice sets an invoice. A run that hangs is killed after half a minute.
func Invoice(source []byte) ([]byte, error) {
	var out bytes.Buffer
	cmd := exec.Command("typst", "compile", "-", "-")
	cmd.Stdin, cmd.Stdout = bytes.NewReader(source), &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Printer keeps the label printer's daemon running until the context ends, and starts it
// again when it dies.
func Printer(ctx context.Context, log *slog.Logger, name string, args ...string) {
	for ctx.Err() == nil {
		cmd := exec.Command(name, args...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			log.Error("printer", "err", err)
		} else {
			exited := make(chan error, 1)
			go func() { exited <- cmd.Wait() }()
			select {
			case err := <-exited:
				log.Warn("printer exited", "err", err)
			case <-ctx.Done():
				_ = cmd.Process.Signal(os.Interrupt)
				select {
				case <-exited:
				case <-time.After(5 * time.Second):
					err := cmd.Process.Kill()
					log.Warn("printer killed", "err", errors.Join(err, <-exited))
				}
				return
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Second):
		}
	}
}
