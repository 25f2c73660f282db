package grpcbudget

import (
	"context"
	"slices"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// watchSending returns opts with a witness of whether a stream was opened.
//
// gRPC asks a call's credentials for metadata each time it opens a stream on a
// connection, before it writes anything, for its own retries as well. Credentials
// that nobody asked prove that nothing was sent; the status Unavailable alone
// does not. Asked credentials prove nothing.
func watchSending(opts []grpc.CallOption) ([]grpc.CallOption, *atomic.Bool) {
	sent := new(atomic.Bool)
	var own credentials.PerRPCCredentials
	for _, o := range opts {
		if c, ok := o.(grpc.PerRPCCredsCallOption); ok {
			own = c.Creds // the last one counts
		}
	}
	return append(slices.Clip(opts), grpc.PerRPCCredentials(witness{own, sent})), sent
}

// witness notes that it was asked and answers with the call's own credentials.
type witness struct {
	own  credentials.PerRPCCredentials // nil: none
	sent *atomic.Bool
}

func (w witness) GetRequestMetadata(ctx context.Context, uri ...string) (map[string]string, error) {
	w.sent.Store(true)
	if w.own == nil {
		return nil, nil
	}
	return w.own.GetRequestMetadata(ctx, uri...)
}

func (w witness) RequireTransportSecurity() bool {
	return w.own != nil && w.own.RequireTransportSecurity()
}
