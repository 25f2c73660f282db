package grpcbudget_test

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/test/bufconn"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// service is a real gRPC service with answers that a test chooses.
type service struct {
	pb.UnimplementedTestServiceServer
	unary  func(ctx context.Context, call int) (*pb.SimpleResponse, error)
	stream func(ss grpc.ServerStreamingServer[pb.StreamingOutputCallResponse]) error
	calls  atomic.Int64
}

func (s *service) UnaryCall(ctx context.Context, _ *pb.SimpleRequest) (*pb.SimpleResponse, error) {
	return s.unary(ctx, int(s.calls.Add(1)))
}

func (s *service) StreamingOutputCall(_ *pb.StreamingOutputCallRequest, ss grpc.ServerStreamingServer[pb.StreamingOutputCallResponse]) error {
	s.calls.Add(1)
	return s.stream(ss)
}

func (s *service) StreamingInputCall(ss grpc.ClientStreamingServer[pb.StreamingInputCallRequest, pb.StreamingInputCallResponse]) error {
	s.calls.Add(1)
	return ss.SendAndClose(&pb.StreamingInputCallResponse{AggregatedPayloadSize: 7})
}

// named answers with its name.
func named(name string) *pb.SimpleResponse { return &pb.SimpleResponse{Hostname: name} }

// connect serves s in memory with the server's options and dials it with d.
func connect(t *testing.T, s *service, d *budget.Dependency, o ...grpc.ServerOption) pb.TestServiceClient {
	t.Helper()
	l := bufconn.Listen(1 << 16)
	server := grpc.NewServer(o...)
	pb.RegisterTestServiceServer(server, s)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	return dial(t, d, func(ctx context.Context) (net.Conn, error) { return l.DialContext(ctx) })
}

func dial(t *testing.T, d *budget.Dependency, dialer func(context.Context) (net.Conn, error)) pb.TestServiceClient {
	t.Helper()
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return dialer(ctx) }),
	}
	if d != nil {
		options = append(options,
			grpc.WithChainUnaryInterceptor(grpcbudget.UnaryClient(d)),
			grpc.WithChainStreamInterceptor(grpcbudget.StreamClient(d)))
	}
	conn, err := grpc.NewClient("passthrough:///shop", options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return pb.NewTestServiceClient(conn)
}

// dependency makes a dependency whose waits between attempts are short.
func dependency(t *testing.T, p budget.Policy) (*budget.Dependency, *events) {
	t.Helper()
	if p.Ceiling == 0 {
		p.Ceiling = 10 * time.Second // far away, for a test that does not want to wait for it
	}
	p.Retry.Base, p.Retry.Cap = time.Millisecond, time.Millisecond
	seen := new(events)
	p.Observer = seen
	d, err := budget.New("shop", p)
	if err != nil {
		t.Fatal(err)
	}
	return d, seen
}

// events keeps what it observes.
type events struct {
	mu   sync.Mutex
	list []budget.Event
}

func (e *events) Observe(_ context.Context, event budget.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.list = append(e.list, event)
}

func (e *events) count(k budget.Kind) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for _, event := range e.list {
		if event.Kind == k {
			n++
		}
	}
	return n
}

// reason fails unless err has the reason, and returns the *budget.Error.
func reason(t *testing.T, err error, want budget.Reason) *budget.Error {
	t.Helper()
	var e *budget.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *budget.Error", err)
	}
	if e.Reason != want {
		t.Errorf("reason = %v, want %v: %v", e.Reason, want, err)
	}
	return e
}

// eventually waits for a state that another goroutine brings about.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 5000 {
		if ok() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("never came: %s", what)
}
