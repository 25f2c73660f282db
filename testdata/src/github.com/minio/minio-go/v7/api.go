// Package minio is a stub of github.com/minio/minio-go/v7 at v7.4.1.
package minio

// Options is a stub.
type Options struct {
	Secure     bool
	Region     string
	MaxRetries int
}

// Client is a stub.
type Client struct{}

// New is a stub.
func New(endpoint string, opts *Options) (*Client, error) { return nil, nil }
