package example

import (
	"context"
	"os/exec"
	"time"
)

// Tags asks a repository, for five seconds at most.
func Tags(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "ls-remote", "--tags", url) // want `when the context of git ends`
	return cmd.Output()                                                // the ssh that git has started keeps it waiting
}
