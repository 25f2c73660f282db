// Package tool is used by a command that somebody waits for: nothing in it
// says that the program goes on.
package tool

import "os/exec"

func Version() ([]byte, error) { return exec.Command("git", "version").Output() }
