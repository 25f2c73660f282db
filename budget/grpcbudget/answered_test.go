package grpcbudget_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// A handler that passes on how its own dependency failed answers with a code that
// its caller can go by, from a unary call and from a stream.
func TestServerAnswersWithTheReasonsCode(t *testing.T) {
	broken := errors.New("disk is gone")
	full := func(t *testing.T) *budget.Dependency {
		d, _ := dependency(t, budget.Policy{MaxConcurrent: 1})
		a, err := d.Begin(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.End(nil) })
		return d
	}
	plain := func(p budget.Policy) func(*testing.T) *budget.Dependency {
		return func(t *testing.T) *budget.Dependency { d, _ := dependency(t, p); return d }
	}
	tests := []struct {
		name string
		d    func(*testing.T) *budget.Dependency
		err  error
		o    []budget.CallOption
		want codes.Code
	}{
		{"breaker open", plain(budget.Policy{Breaker: closedDoor{}}), nil, nil, codes.Unavailable},
		{"bulkhead full", full, nil, nil, codes.ResourceExhausted},
		{"below the floor", plain(budget.Policy{Floor: 9 * time.Second}), nil, nil, codes.DeadlineExceeded},
		{"attempts used up", plain(budget.Policy{}), broken, []budget.CallOption{budget.Idempotent()}, codes.Unavailable},
		{"not safe to repeat", plain(budget.Policy{}), broken, nil, codes.Unknown},
		{"rejected by another service", plain(budget.Policy{}), budget.Mark(status.Error(codes.NotFound, "no"), budget.Rejected), nil, codes.NotFound},
		{"rejected by a database", plain(budget.Policy{}), sql.ErrNoRows, nil, codes.Unknown},
		{"misuse", plain(budget.Policy{}), nil, []budget.CallOption{budget.Within(-1)}, codes.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.d(t)
			work := func(ctx context.Context) error {
				ctx, cancel := budget.WithAtMost(ctx, 5*time.Second)
				defer cancel()
				_, err := budget.Do(ctx, d, func(context.Context) (int, error) { return 0, tt.err }, tt.o...)
				return fmt.Errorf("load order: %w", err)
			}
			client := connect(t, &service{
				unary:  func(ctx context.Context, _ int) (*pb.SimpleResponse, error) { return nil, work(ctx) },
				stream: func(ss outputs) error { return work(ss.Context()) },
			}, nil, serverOptions(budget.ServerOptions{})...)
			_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{})
			stream, streamErr := client.StreamingOutputCall(t.Context(), &pb.StreamingOutputCallRequest{})
			if streamErr == nil {
				_, streamErr = stream.Recv()
			}
			for kind, err := range map[string]error{"unary": err, "stream": streamErr} {
				if status.Code(err) != tt.want || !strings.Contains(status.Convert(err).Message(), "load order") {
					t.Errorf("%s: %v, want code %v and the handler's own text", kind, err, tt.want)
				}
			}
		})
	}
}

// What is not of package budget is the handler's own business.
func TestServerLeavesOtherErrorsAlone(t *testing.T) {
	for want, err := range map[codes.Code]error{
		codes.Unknown:          errors.New("plain"),
		codes.AlreadyExists:    status.Error(codes.AlreadyExists, "twice"),
		codes.DeadlineExceeded: context.DeadlineExceeded,
	} {
		client := connect(t, &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return nil, err }}, nil, serverOptions(budget.ServerOptions{})...)
		if _, got := client.UnaryCall(t.Context(), &pb.SimpleRequest{}); status.Code(got) != want {
			t.Errorf("%v is answered %v, want %v", err, got, want)
		}
	}
}

func TestServerRefusesOptionsThatMakeNoSense(t *testing.T) {
	client := connect(t, &service{}, nil, serverOptions(budget.ServerOptions{Max: -time.Second})...)
	_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{})
	if status.Code(err) != codes.Internal || !strings.Contains(err.Error(), "ServerOptions.Max is negative") {
		t.Errorf("answered %v, want Internal with the name of the option", err)
	}
}

func TestServerCountsWhatItClamps(t *testing.T) {
	var stats budget.ServerStats
	client := connect(t, &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return named("a"), nil }}, nil,
		serverOptions(budget.ServerOptions{Max: time.Second, Default: time.Second, Stats: &stats})...)
	for _, wait := range []time.Duration{500 * time.Millisecond, time.Minute} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		if _, err := client.UnaryCall(ctx, &pb.SimpleRequest{}); err != nil {
			t.Error(err)
		}
		cancel()
	}
	if n := stats.Clamped.Load(); n != 1 {
		t.Errorf("%d clamped, want 1", n)
	}
}

// told keeps what a breaker is told.
type told struct {
	mu   sync.Mutex
	errs []error
}

func (b *told) Allow() (func(error), error) {
	return func(err error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.errs = append(b.errs, err)
	}, nil
}

func (b *told) last(t *testing.T) error {
	t.Helper()
	eventually(t, "the breaker is told", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.errs) > 0 })
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.errs[len(b.errs)-1]
}

// No breaker opens on a stream that lives as long as it may, on a refusal, or on
// "too many"; one that hears nothing at all does.
func TestWhatABreakerIsToldOfCallsAndStreams(t *testing.T) {
	stream := func(t *testing.T, messages int) func(pb.TestServiceClient) {
		return func(c pb.TestServiceClient) {
			ss, err := c.StreamingOutputCall(t.Context(), &pb.StreamingOutputCallRequest{})
			if err != nil {
				t.Error(err)
				return
			}
			for err == nil {
				_, err = ss.Recv()
			}
			reason(t, err, budget.ReasonTimeout)
		}
	}
	unary := func(t *testing.T) func(pb.TestServiceClient) {
		return func(c pb.TestServiceClient) { _, _ = c.UnaryCall(t.Context(), &pb.SimpleRequest{}) }
	}
	for _, c := range []struct {
		name     string
		messages int
		code     codes.Code
		run      func(*testing.T) func(pb.TestServiceClient)
		want     error // nil: no failure; context.DeadlineExceeded: any failure
	}{
		{"a stream that goes on", 3, 0, func(t *testing.T) func(pb.TestServiceClient) { return stream(t, 3) }, budget.ErrNeutral},
		{"a stream of silence", 0, 0, func(t *testing.T) func(pb.TestServiceClient) { return stream(t, 0) }, context.DeadlineExceeded},
		{"too many", 0, codes.ResourceExhausted, unary, nil},
		{"not found", 0, codes.NotFound, unary, nil},
		{"broken", 0, codes.Internal, unary, context.DeadlineExceeded},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := new(told)
			d, _ := dependency(t, budget.Policy{Ceiling: 100 * time.Millisecond, Breaker: b, Retry: budget.Retry{Attempts: 1}})
			c.run(t)(connect(t, &service{
				unary: func(context.Context, int) (*pb.SimpleResponse, error) { return nil, status.Error(c.code, "no") },
				stream: func(ss outputs) error {
					if err := send(ss, c.messages); err != nil {
						return err
					}
					<-ss.Context().Done()
					return ss.Context().Err()
				},
			}, d))
			got := b.last(t)
			switch c.want {
			case nil, budget.ErrNeutral:
				if !errors.Is(got, c.want) {
					t.Errorf("told %v, want %v", got, c.want)
				}
			default:
				if got == nil || errors.Is(got, budget.ErrNeutral) {
					t.Errorf("told %v, want a failure", got)
				}
			}
		})
	}
}

// When a hedged call has returned, its request belongs to the caller again, although
// the slower leg may only be about to send it. go test -race looks at this.
func TestHedgedRequestIsTheCallersAgain(t *testing.T) {
	d, _ := dependency(t, budget.Policy{
		MaxConcurrent: budget.Off, Hedge: budget.Hedge{Percentile: .6, MinSamples: 10}, Retry: budget.Retry{Ratio: 1, Burst: 1e5},
	})
	client := connect(t, &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return named("a"), nil }}, d)
	var callers sync.WaitGroup
	for range 16 {
		callers.Go(func() {
			req := new(pb.SimpleRequest)
			for i := range 60 {
				req.ResponseSize = int32(i)
				if _, err := client.UnaryCall(t.Context(), req, grpcbudget.With(budget.Idempotent())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	callers.Wait()
	eventually(t, "every slot is free", func() bool { return d.Stats().InFlight == 0 })
	if d.Stats().Hedges == 0 {
		t.Error("nothing hedged, nothing tested")
	}
}

// A refusal that a second leg provokes does not win over the first, which is about
// to succeed.
func TestHedgeThatIsRefusedWaits(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Hedge: budget.Hedge{Percentile: .9, MinSamples: 10}, Retry: budget.Retry{Attempts: 2}})
	var slow atomic.Bool
	var running atomic.Int64
	client := connect(t, &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
		if running.Add(1) > 1 {
			running.Add(-1)
			return nil, status.Error(codes.ResourceExhausted, "one at a time")
		}
		defer running.Add(-1)
		if slow.Load() {
			select {
			case <-time.After(300 * time.Millisecond):
			case <-ctx.Done():
			}
		}
		return named("a"), ctx.Err()
	}}, d)
	idempotent := grpcbudget.With(budget.Idempotent())
	for range 20 {
		if _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}, idempotent); err != nil {
			t.Fatal(err)
		}
	}
	slow.Store(true)
	before := d.Stats().Hedges
	if _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}, idempotent); err != nil {
		t.Errorf("%v, although the first leg succeeds", err)
	}
	if d.Stats().Hedges == before {
		t.Error("nothing hedged, nothing tested")
	}
}

// A message of somebody's own codec cannot be copied, and so is not hedged.
func TestForeignMessagesAreNotHedged(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Hedge: budget.Hedge{Percentile: .9, MinSamples: 5}})
	intercept := grpcbudget.UnaryClient(d, budget.Idempotent())
	type message struct{ text string }
	takes := time.Millisecond
	invoke := func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
		time.Sleep(takes)
		return ctx.Err()
	}
	for range 10 {
		if err := intercept(t.Context(), "/a/B", &message{"x"}, new(message), nil, invoke); err != nil {
			t.Fatal(err)
		}
	}
	takes = 100 * time.Millisecond
	if err := intercept(t.Context(), "/a/B", &message{"x"}, new(message), nil, invoke); err != nil {
		t.Fatal(err)
	}
	if n := d.Stats().Hedges; n != 0 {
		t.Errorf("%d hedges", n)
	}
}

// The policy may be changed while the channel is in use: hedges that come later have
// messages of their own, too.
func TestHedgingTurnedOnLater(t *testing.T) {
	hedging := budget.Policy{Hedge: budget.Hedge{Percentile: .9, MinSamples: 10}}
	d, _ := dependency(t, budget.Policy{})
	var slow atomic.Bool
	client := connect(t, &service{unary: func(ctx context.Context, n int) (*pb.SimpleResponse, error) {
		if slow.Load() && n%2 == 0 {
			time.Sleep(50 * time.Millisecond)
		}
		return named(strings.Repeat("x", n)), nil
	}}, d)
	if err := d.SetPolicy(hedging); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		slow.Store(i > 30)
		if _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}, grpcbudget.With(budget.Idempotent())); err != nil {
			t.Fatal(err)
		}
	}
	if d.Stats().Hedges == 0 {
		t.Error("nothing hedged, nothing tested")
	}
}

// A message that cannot be encoded is the caller's fault, not the server's.
func TestUnfitMessageIsNotHeldAgainstTheServer(t *testing.T) {
	b := new(told)
	d, _ := dependency(t, budget.Policy{Breaker: b})
	client := connect(t, &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return named("a"), nil }}, d)
	_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{Payload: &pb.Payload{}, ResponseStatus: &pb.EchoStatus{Message: "\xff"}})
	if status.Code(err) != codes.Internal {
		t.Fatal(err)
	}
	if said := b.last(t); !errors.Is(said, budget.ErrNeutral) {
		t.Errorf("the breaker was told %v", said)
	}
}
