// Package plugin talks to a process that this one has started.
package plugin

import (
	"context"
	"time"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

type (
	StatsRequest  struct{}
	StatsResponse struct{}
)

// StatsClient is what a generator writes.
type StatsClient interface {
	Stats(ctx context.Context, in *StatsRequest, opts ...grpc.CallOption) (*StatsResponse, error)
}

type statsClient struct{ cc *grpc.ClientConn }

func (c *statsClient) Stats(ctx context.Context, in *StatsRequest, opts ...grpc.CallOption) (*StatsResponse, error) {
	out := new(StatsResponse)
	return out, c.cc.Invoke(ctx, "/Stats", in, out, opts...)
}

type driver struct {
	plugin *plugin.Client
	client StatsClient
}

// It fails when the process ends.
func (d *driver) run() {
	for range time.Tick(time.Second) {
		_, _ = d.client.Stats(context.Background(), &StatsRequest{})
	}
}
