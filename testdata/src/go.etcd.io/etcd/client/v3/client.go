// Package clientv3 is a stub of go.etcd.io/etcd/client/v3 at v3.7.3.
package clientv3

import (
	"context"
	"time"
)

// Config is a stub.
type Config struct {
	Endpoints   []string
	DialTimeout time.Duration
	Username    string
	Password    string
	Context     context.Context
}

// Client is a stub.
type Client struct{ Watcher }

// Watcher is a stub.
type Watcher interface {
	Watch(ctx context.Context, key string, opts ...OpOption) WatchChan
}

// OpOption is a stub.
type OpOption func()

// WatchChan is closed when the watch has ended.
type WatchChan <-chan WatchResponse

// WatchResponse is a stub.
type WatchResponse struct{ Events []*Event }

// Event is a stub.
type Event struct{}

// New is a stub.
func New(cfg Config) (*Client, error) { return nil, nil }
