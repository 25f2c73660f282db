package waitforready

import (
	"context"

	"google.golang.org/grpc"
)

func warm(cc *grpc.ClientConn) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return cc.Invoke(ctx, "/a/B", nil, nil, grpc.WaitForReady(true)) // want `grpc\.ClientConn\.Invoke waits until there is a server, for ever if there is none: its context comes from context\.Background and never gets a deadline`
}
