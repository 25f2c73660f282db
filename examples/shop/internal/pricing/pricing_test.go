package pricing_test

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/pricing"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/pricing/pricingpb"
)

type server struct {
	pricingpb.UnimplementedPricingServer
}

func (server) Quote(_ context.Context, in *pricingpb.QuoteRequest) (*pricingpb.QuoteResponse, error) {
	return &pricingpb.QuoteResponse{TotalCents: int64(len(in.GetSkus())) * 100, Currency: "EUR"}, nil
}

func (server) Watch(_ *pricingpb.WatchRequest, out grpc.ServerStreamingServer[pricingpb.PriceChange]) error {
	return out.Send(&pricingpb.PriceChange{Sku: "tea", Cents: 450})
}

func TestClient(t *testing.T) {
	l := bufconn.Listen(1 << 16)
	srv := grpc.NewServer()
	pricingpb.RegisterPricingServer(srv, server{})
	go srv.Serve(l)
	defer srv.Stop()
	c, err := pricing.New("passthrough:///pricing", grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return l.DialContext(ctx)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if cents, err := c.Quote(t.Context(), "ann", []string{"tea", "cup"}); err != nil || cents != 200 {
		t.Errorf("got %d, %v", cents, err)
	}
	var got int64
	if err := c.Watch(t.Context(), []string{"tea"}, func(_ string, cents int64) { got = cents }); err != nil || got != 450 {
		t.Errorf("got %d, %v", got, err)
	}
}
