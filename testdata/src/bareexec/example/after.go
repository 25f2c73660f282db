package example

import (
	"context"
	"os/exec"
	"time"
)

func sensorsAfter(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "ipmitool", "sdr")
	cmd.WaitDelay = time.Second
	return cmd.Output()
}
