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

type manager struct{ secure bool }

func (m *manager) get(addr string) (*grpc.ClientConn, error) {
	opts := []grpc.DialOption{grpc.WithBlock()}
	if m.secure {
		opts = append(opts, grpc.WithInsecure())
	}
	return grpc.Dial(addr, opts...) // want `grpc\.Dial waits until it is connected \(WithBlock\), for ever if there is no server \(nothing bounds it\)`
}

func (m *manager) direct(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr, grpc.WithInsecure(), grpc.WithBlock()) // want `grpc\.DialContext waits until it is connected \(WithBlock\), for ever if there is no server \(its context \(context\.Background\) has no deadline\)`
}
