// Package ok holds commands whose end is the end of the wait.
package ok

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// The pipes are given up.
func delayed(ctx context.Context, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// The whole group is killed.
func grouped(ctx context.Context, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd.CombinedOutput()
}

// A program that starts no other.
func plain(ctx context.Context, file string) ([]byte, error) {
	return exec.CommandContext(ctx, "sha256sum", file).Output()
}

// No pipe: the process writes to the files itself.
func files(ctx context.Context, script string) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// Nor here, where nobody reads it.
func silent(ctx context.Context, script string) error {
	return exec.CommandContext(ctx, "sh", "-c", script).Run()
}

// What becomes of it is decided elsewhere.
func given(ctx context.Context, script string, run func(*exec.Cmd) error) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout = new(bytes.Buffer)
	return run(cmd)
}

// git that asks for nothing outside starts nothing: no transport, no hook, and no
// pager, since its output is no terminal.
func revision(ctx context.Context, dir string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", "rev-parse", "HEAD")
	cmd.Dir = dir
	return cmd.Output()
}
