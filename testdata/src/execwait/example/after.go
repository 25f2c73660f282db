package example

import (
	"context"
	"os/exec"
	"time"
)

// TagsInTime asks a repository, for six seconds at most.
func TagsInTime(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "ls-remote", "--tags", url)
	cmd.WaitDelay = time.Second
	return cmd.Output()
}
