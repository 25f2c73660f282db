// Package pricing asks the pricing service what a basket costs.
package pricing

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/pricing/pricingpb"
)

// Client is safe for use by many goroutines.
type Client struct {
	conn *grpc.ClientConn
	rpc  pricingpb.PricingClient
}

// New returns a client for the service at target. It connects when it is first used.
func New(target string, opts ...grpc.DialOption) (*Client, error) {
	opts = append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 5 * time.Second}),
	}, opts...)
	conn, err := grpc.NewClient(target, opts...)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, rpc: pricingpb.NewPricingClient(conn)}, nil
}

// NewPatient returns a client that waits for the service to come up: two seconds a call, and
// no longer.
func NewPatient(target string) (*Client, error) {
	return New(target,
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)),
		grpc.WithUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
			defer cancel()
			return invoke(ctx, method, req, reply, cc, opts...)
		}))
}

// DialRegional returns a client for a region's own service, which still speaks the first
// version of the protocol. A region that does not answer is given up after five seconds.
func DialRegional(target string) (*Client, error) {
	conn, err := grpc.Dial(target,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithTimeout(5*time.Second),
	)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, rpc: pricingpb.NewPricingClient(conn)}, nil
}

// Close closes the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Quote prices a basket.
func (c *Client) Quote(ctx context.Context, customer string, skus []string) (int64, error) {
	resp, err := c.rpc.Quote(ctx, &pricingpb.QuoteRequest{CustomerId: customer, Skus: skus})
	if err != nil {
		return 0, err
	}
	return resp.GetTotalCents(), nil
}

// Warm asks for the most wanted goods once, so that the first customer does not wait for a
// connection.
func (c *Client) Warm(skus []string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := c.rpc.Quote(ctx, &pricingpb.QuoteRequest{Skus: skus}, grpc.WaitForReady(true))
	return err
}

// Ready says whether the service answers within three seconds.
func (c *Client) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	_, err := c.rpc.Quote(ctx, &pricingpb.QuoteRequest{}, grpc.WaitForReady(true))
	return err
}

// Watch calls f for every change of price until the context or the service ends it.
func (c *Client) Watch(ctx context.Context, skus []string, f func(sku string, cents int64)) error {
	stream, err := c.rpc.Watch(ctx, &pricingpb.WatchRequest{Skus: skus})
	if err != nil {
		return err
	}
	for {
		change, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		f(change.GetSku(), change.GetCents())
	}
}
