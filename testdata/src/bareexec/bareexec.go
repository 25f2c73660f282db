package bareexec

import (
	"bufio"
	"bytes"
	"net/http"
	"os/exec"
)

// Collector is asked again and again, by a program that goes on.
type Collector struct{}

// Collect is why this package counts as part of one.
func (Collector) Collect() error { return run() }

func run() error {
	return exec.Command("git", "fetch").Run() // want `the command git is run by Run at bareexec.go:17 with nothing to stop it`
}

func output(name string) ([]byte, error) {
	cmd := exec.Command(name, "-v") // want `the command is run by CombinedOutput`
	cmd.Env = []string{"LANG=C"}
	return cmd.CombinedOutput()
}

// Made here, run in another method.
type tool struct{ cmd *exec.Cmd }

func newTool() *tool { return &tool{cmd: exec.Command("ipmitool", "sdr")} } // want `the command ipmitool is run by Output`

func (t *tool) read() ([]byte, error) { return t.cmd.Output() }

// Input that is not a terminal.
func feed(in []byte) error {
	cmd := exec.Command("gzip") // want `the command gzip is run by Run`
	cmd.Stdin = bytes.NewReader(in)
	return cmd.Run()
}

// Output in three steps.
func lines() (n int, err error) {
	cmd := exec.Command("snmpwalk", "-v2c") // want `the command snmpwalk is run by Wait`
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer cmd.Wait()
	for scanner := bufio.NewScanner(stdout); scanner.Scan(); n++ {
	}
	return n, nil
}

// thumb runs a command for a request: the client that leaves does not end it.
func thumb(w http.ResponseWriter, r *http.Request) {
	out, err := exec.Command("convert", r.PathValue("img"), "png:-").Output() // want `the command convert is run by Output`
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(out)
}
