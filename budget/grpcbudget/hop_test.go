package grpcbudget_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

var idempotent = grpcbudget.With(budget.Idempotent())

// Three services in a row, the last one's database dead: 100 clicks are at most
// 120 calls of it, the first at most 5.
func TestThreeServicesRetryOnOneLevel(t *testing.T) {
	var calls int
	db, _ := dependency(t, budget.Policy{})
	client := func(s *service) pb.TestServiceClient {
		d, _ := dependency(t, budget.Policy{})
		return connect(t, s, d, serverOptions(budget.ServerOptions{})...)
	}
	relay := func(next pb.TestServiceClient) *service {
		return &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
			return next.UnaryCall(ctx, &pb.SimpleRequest{}, idempotent)
		}}
	}
	third := client(&service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
		_, err := budget.Do(ctx, db, func(context.Context) (int, error) {
			calls++
			return 0, errors.New("dead")
		}, budget.Idempotent())
		return nil, status.Error(codes.Unavailable, err.Error())
	}})
	first := client(relay(client(relay(third))))
	for click := range 100 {
		_, err := first.UnaryCall(t.Context(), &pb.SimpleRequest{}, idempotent)
		var e *budget.Error
		if !errors.As(err, &e) || !e.Exhausted() {
			t.Fatalf("click %d: %v does not say that it is exhausted", click, err)
		}
		if click == 0 && calls > 5 {
			t.Errorf("%d calls of the first click, want at most 5", calls)
		}
	}
	if calls > 120 {
		t.Errorf("%d calls of 100 clicks, want at most 120", calls)
	}
}

// A later attempt carries its number, and nothing below it repeats.
func TestLaterAttemptsRepeatNothing(t *testing.T) {
	var numbers []int
	var below int
	db, _ := dependency(t, budget.Policy{})
	d, _ := dependency(t, budget.Policy{})
	client := connect(t, &service{unary: func(ctx context.Context, call int) (*pb.SimpleResponse, error) {
		numbers = append(numbers, budget.AttemptNumber(ctx))
		if call > 1 {
			_, _ = budget.Do(ctx, db, func(context.Context) (int, error) { below++; return 0, errors.New("dead") }, budget.Idempotent())
		}
		return nil, status.Error(codes.Unavailable, "down")
	}}, d, serverOptions(budget.ServerOptions{})...)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "grpc-previous-rpc-attempts", "7") // copied from elsewhere
	_, err := client.UnaryCall(ctx, &pb.SimpleRequest{}, idempotent)
	reason(t, err, budget.ReasonAttempts)
	if len(numbers) != 3 || numbers[0] != 1 || numbers[1] != 2 || numbers[2] != 3 {
		t.Errorf("numbers of the attempts: %v, want 1, 2, 3", numbers)
	}
	if below != 2 {
		t.Errorf("%d calls below the later attempts, want 2", below)
	}
}

// The server's word in the trailer: wait so long, or do not repeat.
func TestPushback(t *testing.T) {
	tests := []struct {
		says  []string
		calls int
	}{
		{nil, 3},
		{[]string{"1"}, 3},
		{[]string{"-1"}, 1},
		{[]string{"never"}, 1},
		{[]string{"1", "1"}, 1},
	}
	for _, tt := range tests {
		d, _ := dependency(t, budget.Policy{})
		s := &service{
			unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
				_ = grpc.SetTrailer(ctx, metadata.MD{"grpc-retry-pushback-ms": tt.says})
				return nil, status.Error(codes.Unavailable, "down")
			},
			stream: func(ss outputs) error {
				ss.SetTrailer(metadata.MD{"grpc-retry-pushback-ms": tt.says})
				return status.Error(codes.Unavailable, "down")
			},
		}
		client := connect(t, s, d)
		var trailer metadata.MD
		_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}, idempotent, grpc.Trailer(&trailer))
		if got := int(s.calls.Load()); got != tt.calls {
			t.Errorf("the server says %q: %d calls, want %d", tt.says, got, tt.calls)
		}
		if got := trailer.Get("grpc-retry-pushback-ms"); len(got) != len(tt.says) {
			t.Errorf("the caller's own trailer has %q, want %q", got, tt.says)
		}
		var e *budget.Error
		if !errors.As(err, &e) || !e.Exhausted() {
			t.Errorf("the server says %q: %v does not say that it is exhausted", tt.says, err)
		}
		ctx, hop := budget.WithHop(t.Context(), 1)
		stream, err := client.StreamingOutputCall(ctx, &pb.StreamingOutputCallRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Recv(); err == nil {
			t.Fatal("no error of the stream")
		}
		if hop.Exhausted() != (tt.calls == 1) {
			t.Errorf("the server says %q in a stream: exhausted %t", tt.says, hop.Exhausted())
		}
	}
}

// A stream's answer says it, too.
func TestStreamSaysExhausted(t *testing.T) {
	db, _ := dependency(t, budget.Policy{})
	d, _ := dependency(t, budget.Policy{Ceiling: time.Second})
	client := connect(t, &service{stream: func(ss outputs) error {
		_, err := budget.Do(ss.Context(), db, func(context.Context) (int, error) { return 0, errors.New("dead") }, budget.Idempotent())
		return err
	}}, d, serverOptions(budget.ServerOptions{})...)
	stream, err := client.StreamingOutputCall(t.Context(), &pb.StreamingOutputCallRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	var e *budget.Error
	if !errors.As(err, &e) || !e.Exhausted() {
		t.Errorf("%v does not say that it is exhausted", err)
	}
}

// How much a call matters travels with it.
func TestCriticalityTravels(t *testing.T) {
	for _, want := range []budget.Criticality{budget.Critical, budget.CriticalPlus, budget.Sheddable} {
		d, _ := dependency(t, budget.Policy{})
		client := connect(t, &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
			if got := budget.CriticalityOf(ctx); got != want {
				t.Errorf("the callee sees %v, want %v", got, want)
			}
			return named("a"), nil
		}}, d, serverOptions(budget.ServerOptions{})...)
		ctx := metadata.AppendToOutgoingContext(budget.WithCriticality(t.Context(), want), "x-request-criticality", "sheddable_plus") // copied from elsewhere
		if _, err := client.UnaryCall(ctx, &pb.SimpleRequest{}); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever code the last of four services answers with.
func TestRowOfServicesByCode(t *testing.T) {
	for _, code := range []codes.Code{codes.Unavailable, codes.ResourceExhausted, codes.Internal, codes.Unknown, codes.DeadlineExceeded} {
		t.Run(code.String(), func(t *testing.T) {
			t.Parallel()
			calls := 0
			client := func(s *service) pb.TestServiceClient {
				d, _ := dependency(t, budget.Policy{Retry: budget.Retry{Base: time.Millisecond, Cap: time.Millisecond}})
				return connect(t, s, d, serverOptions(budget.ServerOptions{})...)
			}
			relay := func(next pb.TestServiceClient) *service {
				return &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
					return next.UnaryCall(ctx, &pb.SimpleRequest{}, idempotent)
				}}
			}
			last := client(&service{unary: func(context.Context, int) (*pb.SimpleResponse, error) {
				calls++
				return nil, status.Error(code, "dead")
			}})
			first := client(relay(client(relay(client(relay(last))))))
			for click := range 100 {
				if _, err := first.UnaryCall(t.Context(), &pb.SimpleRequest{}, idempotent); err == nil {
					t.Fatal("no error")
				}
				if click == 0 && calls > 5 {
					t.Errorf("%d calls of the first click, want at most 5", calls)
				}
			}
			if calls > 120 {
				t.Errorf("%d calls of 100 clicks, want at most 120", calls)
			}
		})
	}
}
