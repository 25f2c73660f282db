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

type outputs = grpc.ServerStreamingServer[pb.StreamingOutputCallResponse]

func send(ss outputs, n int) error {
	for range n {
		if err := ss.Send(&pb.StreamingOutputCallResponse{}); err != nil {
			return err
		}
	}
	return nil
}

func open(ctx context.Context, t *testing.T, s *service, d *budget.Dependency, o ...grpc.CallOption) grpc.ServerStreamingClient[pb.StreamingOutputCallResponse] {
	t.Helper()
	stream, err := connect(t, s, d).StreamingOutputCall(ctx, &pb.StreamingOutputCallRequest{}, o...)
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// The slot is held while the stream lives and freed at its end.
func TestStreamHoldsItsSlotToTheEnd(t *testing.T) {
	d, seen := dependency(t, budget.Policy{})
	stream := open(t.Context(), t, &service{stream: func(ss outputs) error { return send(ss, 3) }}, d)
	for n := range 3 {
		if _, err := stream.Recv(); err != nil {
			t.Fatalf("message %d: %v", n+1, err)
		}
		if got := d.Stats().InFlight; got != 1 {
			t.Errorf("%d slots taken after message %d, want 1", got, n+1)
		}
	}
	for range 2 { // io.EOF, also when asked again
		if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
			t.Errorf("at the end: %v, want EOF", err)
		}
	}
	if got := d.Stats(); got.InFlight != 0 || got.Attempts != 1 || got.Failures != 0 {
		t.Errorf("at the end: %+v", got)
	}
	if got := seen.count(budget.KindAttempt); got != 1 {
		t.Errorf("%d attempts observed, want 1", got)
	}
}

func TestStreamFails(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	stream := open(t.Context(), t, &service{stream: func(ss outputs) error {
		_ = send(ss, 1)
		return status.Error(codes.Internal, "broke")
	}}, d, grpcbudget.With(budget.Idempotent()))
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	_, err := stream.Recv()
	reason(t, err, budget.ReasonAttempts)
	if got := status.Code(err); got != codes.Internal {
		t.Errorf("code = %v, want Internal", got)
	}
	if got := d.Stats(); got.InFlight != 0 || got.Failures != 1 {
		t.Errorf("%+v", got)
	}
}

// A stream that is left alone ends by its ceiling, although nobody reads it.
func TestForgottenStreamEnds(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Ceiling: 50 * time.Millisecond})
	stream := open(t.Context(), t, &service{stream: func(ss outputs) error { <-ss.Context().Done(); return ss.Context().Err() }}, d)
	eventually(t, "the slot is freed", func() bool { return d.Stats().InFlight == 0 })
	_, err := stream.Recv()
	reason(t, err, budget.ReasonTimeout)
	if got := status.Code(err); got != codes.DeadlineExceeded {
		t.Errorf("code = %v, want DeadlineExceeded", got)
	}
	if got := d.Stats(); got.Timeouts != 1 {
		t.Errorf("%d timeouts, want 1", got.Timeouts)
	}
}

func TestCallerLeavesAStream(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	ctx, leave := context.WithCancel(t.Context())
	stream := open(ctx, t, &service{stream: func(ss outputs) error { <-ss.Context().Done(); return ss.Context().Err() }}, d)
	leave()
	eventually(t, "the slot is freed", func() bool { return d.Stats().InFlight == 0 })
	_, err := stream.Recv()
	reason(t, err, budget.ReasonCanceled)
	if got := d.Stats(); got.Failures != 0 {
		t.Errorf("a caller that left counts as %d failures", got.Failures)
	}
}

// Within gives a long stream a ceiling of its own.
func TestStreamWithin(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Ceiling: 20 * time.Millisecond})
	got := make(chan time.Duration, 1)
	stream := open(t.Context(), t, &service{stream: func(ss outputs) error {
		left, _ := budget.Remaining(ss.Context())
		got <- left
		return nil
	}}, d, grpcbudget.With(budget.Within(time.Minute)))
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if left := <-got; left < 30*time.Second || left > time.Minute {
		t.Errorf("the server has %v, want about a minute", left)
	}
}

func TestClientStreamEndsWithItsOnlyAnswer(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	stream, err := connect(t, &service{}, d).StreamingInputCall(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := stream.CloseAndRecv()
	if err != nil || got.GetAggregatedPayloadSize() != 7 {
		t.Fatalf("got %v, %v", got, err)
	}
	if got := d.Stats(); got.InFlight != 0 || got.Attempts != 1 {
		t.Errorf("%+v", got)
	}
}

func TestHeaderOfAStreamThatFails(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Ceiling: 50 * time.Millisecond})
	stream := open(t.Context(), t, &service{stream: func(ss outputs) error { <-ss.Context().Done(); return ss.Context().Err() }}, d)
	_, err := stream.Header()
	if err == nil {
		_, err = stream.Recv() // gRPC may keep the error for here
	}
	reason(t, err, budget.ReasonTimeout)
	if got := d.Stats().InFlight; got != 0 {
		t.Errorf("%d slots taken", got)
	}
}
