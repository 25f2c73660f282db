// Package grpc is a stub: the names that fixtures use, with the signatures of
// the real module.
package grpc

import (
	"context"
	"time"
)

type (
	ClientConn struct{}
	DialOption interface{ apply() }
	CallOption interface{ before() }
)

func Dial(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func DialContext(ctx context.Context, target string, opts ...DialOption) (*ClientConn, error) {
	return nil, nil
}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func WithDefaultServiceConfig(s string) DialOption { return nil }
func WithMaxCallAttempts(n int) DialOption         { return nil }
func WithBlock() DialOption                        { return nil }
func WithInsecure() DialOption                     { return nil }
func WithTimeout(d time.Duration) DialOption       { return nil }
func WaitForReady(waitForReady bool) CallOption    { return nil }

func (c *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}

// ClientStream is a stub.
type ClientStream interface {
	SendMsg(m any) error
	RecvMsg(m any) error
}

// StreamDesc is a stub.
type StreamDesc struct{ ServerStreams bool }

// NewStream is a stub.
func (c *ClientConn) NewStream(ctx context.Context, desc *StreamDesc, method string, opts ...CallOption) (ClientStream, error) {
	return nil, nil
}

type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

func WithChainUnaryInterceptor(interceptors ...UnaryClientInterceptor) DialOption { return nil }
