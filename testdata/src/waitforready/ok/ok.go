// Package ok holds calls that wait for a server, and not for ever.
package ok

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

// Three seconds.
func ready(ctx context.Context, cc *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return cc.Invoke(ctx, "/a/B", nil, nil, grpc.WaitForReady(true))
}

// The caller decides.
func call(ctx context.Context, cc *grpc.ClientConn) error {
	return cc.Invoke(ctx, "/a/B", nil, nil, grpc.WaitForReady(true))
}

// It does not wait.
func probe(ctx context.Context, cc *grpc.ClientConn) error {
	return cc.Invoke(ctx, "/a/B", nil, nil, grpc.WaitForReady(false))
}

// It does not wait for the connection.
func lazy(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithInsecure())
}

func lazily(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr, grpc.WithInsecure())
}

// Three seconds.
func within(addr string) (*grpc.ClientConn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	return grpc.DialContext(ctx, addr, grpc.WithBlock())
}

func timed(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithBlock(), grpc.WithTimeout(3*time.Second))
}

// Who knows what else is in there.
func given(addr string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, append(opts, grpc.WithBlock())...)
}

// On one path only.
func perhaps(addr string, wait bool) (*grpc.ClientConn, error) {
	var opts []grpc.DialOption
	if wait {
		opts = append(opts, grpc.WithBlock())
	}
	return grpc.Dial(addr, opts...)
}

// A person, or a supervisor, watches the start.
func newClient(addr string) (*grpc.ClientConn, error) { return grpc.Dial(addr, grpc.WithBlock()) }
