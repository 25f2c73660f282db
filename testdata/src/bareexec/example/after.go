package example

import (
	"context"
	"os/exec"
	"time"
)

type sensorAfter struct{ raw []byte }

func (s *sensorAfter) Collect(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "ipmitool", "sdr")
	cmd.WaitDelay = time.Second
	s.raw, err = cmd.Output()
	return err
}
