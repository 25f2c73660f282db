// Package ok holds what bareexec must leave alone.
package ok

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

func withContext(ctx context.Context) error { return exec.CommandContext(ctx, "git").Run() }

// ctxvariant's business.
func inScope(ctx context.Context) error { return exec.Command("git").Run() } // also: ctxvariant

// Killed by a timer.
func timed() error {
	cmd := exec.Command("git", "fetch")
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	return cmd.Run()
}

// A daemon that must outlive the call.
func daemon() error { return exec.Command("redis-server").Start() }

// An editor at the terminal.
func editor(file string) error {
	cmd := exec.Command("vi", file)
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	return cmd.Run()
}

// Run by a helper elsewhere.
func helper(run func(*exec.Cmd, time.Duration) error) error {
	return run(exec.Command("git"), time.Minute)
}

// Prints what it knows.
func brief() ([]byte, error) { return exec.Command("/usr/bin/uname", "-r").Output() }

// A conversation with a server on its standard input and output.
func converse() error {
	cmd := exec.Command("gopls")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		return err
	}
	fmt.Fprintln(in, "hello")
	bufio.NewReader(out).ReadString('\n')
	return cmd.Wait()
}

// Followed for as long as it lasts, and waited for beside it.
func followed() error {
	cmd := exec.Command("journalctl", "-f")
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	for s := bufio.NewScanner(out); s.Scan(); {
	}
	return nil
}

// Hook is run by a program that goes on.
type Hook struct{ command string }

// Check is asked again and again.
func (h *Hook) Check() error { return h.users() }

// What a user has written to be run.
func (h *Hook) users() error {
	words := strings.Fields(h.command)
	return exec.Command(words[0], words[1:]...).Run()
}

// It prints what it is.
func (h *Hook) version(program string) ([]byte, error) {
	return exec.Command(program, "-version").CombinedOutput()
}

// The kernel answers, or nobody does.
func (h *Hook) module() error { return exec.Command("modprobe", "br_netfilter").Run() }

// Looked up first.
func (h *Hook) link(name string) ([]byte, error) {
	ethtool, err := exec.LookPath("ethtool")
	if err != nil {
		return nil, err
	}
	return exec.Command(ethtool, name).Output()
}
