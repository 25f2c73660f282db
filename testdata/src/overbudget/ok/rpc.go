package ok

import (
	"context"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"google.golang.org/grpc"

	"overbudget/chargepb"
)

type bank struct{ client *http.Client }

// The client may wait for longer: the method's context ends it.
func (b *bank) Pay(ctx context.Context, in *chargepb.Request) (*chargepb.Reply, error) {
	return &chargepb.Reply{}, b.get(ctx)
}

func (b *bank) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://bank.example", nil)
	if err != nil {
		return err
	}
	resp, err := b.client.Do(req) // also: budgethop
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type patient struct{ client *http.Client }

// Nobody says how long its caller waits.
func (p *patient) Pay(ctx context.Context, in *chargepb.Request) (*chargepb.Reply, error) {
	resp, err := p.client.Get("https://bank.example") // also: ctxvariant
	if err != nil {
		return nil, err
	}
	return &chargepb.Reply{}, resp.Body.Close()
}

func limit(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return handler(ctx, req)
}

// Some methods have their own time.
func some(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if info.FullMethod == "/charge.Charge/Pay" {
		return handler(ctx, req)
	}
	return limit(ctx, req, info, handler)
}

func serveRPC(extra []grpc.ServerOption) {
	client := &http.Client{Timeout: 20 * time.Second}
	chargepb.RegisterChargeServer(grpc.NewServer(grpc.UnaryInterceptor(limit)), &bank{client})
	chargepb.RegisterChargeServer(grpc.NewServer(grpc.UnaryInterceptor(some)), &patient{client})
	chargepb.RegisterChargeServer(grpc.NewServer(extra...), &patient{client})
}

// Messages that one loop gives half a minute and another as long as they take.
func (b *bank) deliver(ctx context.Context, d amqp.Delivery) error {
	resp, err := b.client.Get("https://mail.example/" + string(d.Body)) // also: ctxvariant
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (b *bank) run(ctx context.Context, messages, urgent <-chan amqp.Delivery) {
	for d := range messages {
		_ = b.deliver(ctx, d)
	}
	for d := range urgent {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		_ = b.deliver(ctx, d)
		cancel()
	}
}
