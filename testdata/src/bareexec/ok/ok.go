// Package ok holds what bareexec must leave alone.
package ok

import (
	"context"
	"os"
	"os/exec"
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
