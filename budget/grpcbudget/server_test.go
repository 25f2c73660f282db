package grpcbudget_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// serverOptions installs both server interceptors.
func serverOptions(o budget.ServerOptions) []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(grpcbudget.UnaryServer(o)),
		grpc.ChainStreamInterceptor(grpcbudget.StreamServer(o)),
	}
}

// A server sheds what it has no slot for.
func TestServerSheds(t *testing.T) {
	stats := new(budget.ServerStats)
	l := budget.NewAdaptive()
	running, finish := make(chan bool), make(chan bool)
	client := connect(t, &service{
		unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
			running <- true
			<-finish
			return named("a"), nil
		},
		stream: func(outputs) error { return nil },
	}, nil, serverOptions(budget.ServerOptions{Limiter: l, Stats: stats})...)
	ended := make(chan error)
	for range 20 {
		go func() { _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}); ended <- err }()
		<-running
	}
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond) // waits a quarter of it
	defer cancel()
	_, err := client.UnaryCall(ctx, &pb.SimpleRequest{})
	if status.Code(err) != codes.ResourceExhausted || len(status.Convert(err).Details()) != 1 {
		t.Errorf("unary: %v, want ResourceExhausted with a RetryInfo", err)
	}
	stream, err := client.StreamingOutputCall(ctx, &pb.StreamingOutputCallRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("stream: %v, want ResourceExhausted", err)
	}
	if got := stats.Shed.Load(); got != 2 {
		t.Errorf("%d calls shed by the counter, want 2", got)
	}
	close(finish)
	for range 20 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if _, err = client.StreamingOutputCall(t.Context(), &pb.StreamingOutputCallRequest{}); err != nil {
		t.Error(err)
	}
}

func TestServerDeadline(t *testing.T) {
	const never = time.Duration(-1)
	tests := []struct {
		name    string
		options budget.ServerOptions
		caller  time.Duration // 0: no deadline
		min     time.Duration
		max     time.Duration
	}{
		{"default", budget.ServerOptions{}, 0, 5 * time.Second, 10 * time.Second},
		{"own default", budget.ServerOptions{Default: time.Minute, Max: time.Hour}, 0, 30 * time.Second, time.Minute},
		{"default above max", budget.ServerOptions{Default: time.Minute}, 0, 15 * time.Second, 30 * time.Second},
		{"caller's", budget.ServerOptions{}, 20 * time.Second, 11 * time.Second, 20 * time.Second},
		{"clamped", budget.ServerOptions{}, time.Hour, 15 * time.Second, 30 * time.Second},
		{"dark", budget.ServerOptions{Dark: true}, 0, never, never},
		{"dark is not clamped", budget.ServerOptions{Dark: true}, time.Hour, 31 * time.Second, time.Hour},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := make(chan time.Duration, 2)
			note := func(ctx context.Context) {
				left, ok := budget.Remaining(ctx)
				if !ok {
					left = never
				}
				got <- left
			}
			client := connect(t, &service{
				unary:  func(ctx context.Context, _ int) (*pb.SimpleResponse, error) { note(ctx); return named("a"), nil },
				stream: func(ss outputs) error { note(ss.Context()); return nil },
			}, nil, serverOptions(tt.options)...)
			ctx := t.Context()
			if tt.caller > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, tt.caller)
				defer cancel()
			}
			if _, err := client.UnaryCall(ctx, &pb.SimpleRequest{}); err != nil {
				t.Fatal(err)
			}
			stream, err := client.StreamingOutputCall(ctx, &pb.StreamingOutputCallRequest{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			for _, kind := range []string{"unary", "stream"} {
				if left := <-got; left < tt.min || left > tt.max {
					t.Errorf("%s handler has %v, want %v to %v", kind, left, tt.min, tt.max)
				}
			}
		})
	}
}

func TestServerRefusesTheExpired(t *testing.T) {
	for _, dark := range []bool{false, true} {
		var stats budget.ServerStats
		seen := new(events)
		s := &service{
			unary:  func(context.Context, int) (*pb.SimpleResponse, error) { return named("a"), nil },
			stream: func(outputs) error { return nil },
		}
		client := connect(t, s, nil, serverOptions(budget.ServerOptions{
			Floor: time.Hour, Max: 2 * time.Hour, Dark: dark, Stats: &stats, Observer: seen,
		})...)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := client.UnaryCall(ctx, &pb.SimpleRequest{})
		stream, streamErr := client.StreamingOutputCall(ctx, &pb.StreamingOutputCallRequest{})
		if streamErr == nil {
			_, streamErr = stream.Recv()
		}
		wantCalls, wantCode := int64(0), codes.DeadlineExceeded
		if dark {
			wantCalls, wantCode = 2, codes.OK
		}
		if errors.Is(streamErr, io.EOF) {
			streamErr = nil
		}
		if status.Code(err) != wantCode || status.Code(streamErr) != wantCode || s.calls.Load() != wantCalls {
			t.Errorf("dark %v: unary %v, stream %v, %d handlers ran; want %v and %d", dark, err, streamErr, s.calls.Load(), wantCode, wantCalls)
		}
		if stats.Requests.Load() != 2 || stats.Expired.Load() != 2 || seen.count(budget.KindExpired) != 2 {
			t.Errorf("dark %v: %d requests, %d expired, %d events; want 2 of each", dark, stats.Requests.Load(), stats.Expired.Load(), seen.count(budget.KindExpired))
		}
	}
}

func TestServerCountsOrphans(t *testing.T) {
	var stats budget.ServerStats
	seen := new(events)
	client := connect(t, &service{unary: func(ctx context.Context, call int) (*pb.SimpleResponse, error) {
		if call == 2 {
			<-ctx.Done()
			time.Sleep(50 * time.Millisecond) // deaf to its deadline
		}
		return named("a"), nil
	}}, nil, serverOptions(budget.ServerOptions{Default: 20 * time.Millisecond, Stats: &stats, Observer: seen})...)
	for range 2 {
		_, _ = client.UnaryCall(t.Context(), &pb.SimpleRequest{})
	}
	eventually(t, "the orphan is counted", func() bool { return stats.Orphans.Load() == 1 && seen.count(budget.KindOrphan) == 1 })
}
