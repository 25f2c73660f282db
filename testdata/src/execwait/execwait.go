package execwait

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
)

func collects(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput() // want `when the context of sh ends, sh alone is killed, and exec.Cmd.CombinedOutput at execwait.go:11 goes on until whatever it has started closes its output \(which it collects\): there is no WaitDelay; set it`
}

func writes(ctx context.Context, url string) (string, error) {
	var out strings.Builder
	cmd := exec.CommandContext(ctx, "/usr/bin/git", "ls-remote", url) // want `when the context of /usr/bin/git ends, .*Stdout is no file`
	cmd.Stdout = &out
	err := cmd.Run()
	return out.String(), err
}

func startsAndWaits(ctx context.Context) (string, error) {
	var complaints bytes.Buffer
	cmd := exec.CommandContext(ctx, "npm", "ci") // want `exec.Cmd.Wait at execwait.go:29 goes on .*Stderr is no file`
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		return "", err
	}
	err := cmd.Wait()
	return complaints.String(), err
}
