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
