package example

import "os/exec"

func sensors() ([]byte, error) {
	return exec.Command("ipmitool", "sdr").Output() // want `the command ipmitool is run by Output at example.go:6 with nothing to stop it`
}
