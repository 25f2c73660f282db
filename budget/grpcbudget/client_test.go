package grpcbudget_test

import (
	"context"
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// The server sees the attempt's deadline, not the caller's longer one, and one
// at all when the caller has none. (A failsafe-go timeout sends 10 s or nothing.)
func TestDeadlineReachesTheServer(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Ceiling: time.Second})
	got := make(chan time.Duration, 1)
	client := connect(t, &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
		left, ok := budget.Remaining(ctx)
		if !ok {
			left = -1
		}
		got <- left
		return named("a"), nil
	}}, d)
	long, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for name, ctx := range map[string]context.Context{"no deadline": t.Context(), "10 s": long} {
		if _, err := client.UnaryCall(ctx, &pb.SimpleRequest{}); err != nil {
			t.Fatal(err)
		}
		if left := <-got; left <= 0 || left > time.Second {
			t.Errorf("caller with %s: the server has %v, want (0, 1s]", name, left)
		}
	}
}

func TestRepeats(t *testing.T) {
	unavailable := status.Error(codes.Unavailable, "down")
	tests := []struct {
		name  string
		err   error
		opts  []grpc.CallOption
		calls int
		why   budget.Reason
		code  codes.Code
	}{
		{"not idempotent", unavailable, nil, 1, budget.ReasonUnsafe, codes.Unavailable},
		{"idempotent", unavailable, []grpc.CallOption{grpcbudget.With(budget.Idempotent())}, 3, budget.ReasonAttempts, codes.Unavailable},
		{"rejected", status.Error(codes.NotFound, "no such thing"), []grpc.CallOption{grpcbudget.With(budget.Idempotent())}, 1, budget.ReasonRejected, codes.NotFound},
		{"overload", status.Error(codes.ResourceExhausted, "busy"), []grpc.CallOption{grpcbudget.With(budget.Idempotent())}, 3, budget.ReasonRejected, codes.ResourceExhausted},
		{"overload, not idempotent", status.Error(codes.ResourceExhausted, "busy"), nil, 1, budget.ReasonRejected, codes.ResourceExhausted},
		{"too large", status.Error(codes.ResourceExhausted, "grpc: received message larger than max (9 vs. 8)"), []grpc.CallOption{grpcbudget.With(budget.Idempotent())}, 1, budget.ReasonRejected, codes.ResourceExhausted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, seen := dependency(t, budget.Policy{})
			s := &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return nil, tt.err }}
			_, err := connect(t, s, d).UnaryCall(t.Context(), &pb.SimpleRequest{}, tt.opts...)
			e := reason(t, err, tt.why)
			if got := int(s.calls.Load()); got != tt.calls || e.Attempts != tt.calls {
				t.Errorf("%d calls reached the server, the error says %d, want %d", got, e.Attempts, tt.calls)
			}
			if got := status.Code(err); got != tt.code {
				t.Errorf("code = %v, want %v", got, tt.code)
			}
			if got := seen.count(budget.KindAttempt); got != tt.calls {
				t.Errorf("%d attempts observed, want %d", got, tt.calls)
			}
		})
	}
}

func TestSecondAttemptAnswers(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	s := &service{unary: func(_ context.Context, call int) (*pb.SimpleResponse, error) {
		if call == 1 {
			return nil, status.Error(codes.Unavailable, "down")
		}
		return named("second"), nil
	}}
	got, err := connect(t, s, d).UnaryCall(t.Context(), &pb.SimpleRequest{}, grpcbudget.With(budget.Idempotent()))
	if err != nil || got.GetHostname() != "second" {
		t.Errorf("got %v, %v; want the second attempt's answer", got, err)
	}
}

// A call that never left is repeated without being idempotent.
func TestUnsentIsRepeated(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	client := dial(t, d, func(context.Context) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	})
	_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{})
	if e := reason(t, err, budget.ReasonAttempts); e.Attempts != 3 {
		t.Errorf("%d attempts, want 3: nothing was sent", e.Attempts)
	}
	if got := status.Code(err); got != codes.Unavailable {
		t.Errorf("code = %v, want Unavailable", got)
	}
}

// token is a call's own credentials; the witness must not displace them.
type token struct{}

func (token) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "secret"}, nil
}
func (token) RequireTransportSecurity() bool { return false }

func TestCallCredentialsStillTravel(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	got := make(chan []string, 1)
	client := connect(t, &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		got <- md.Get("authorization")
		return named("a"), nil
	}}, d)
	if _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}, grpc.PerRPCCredentials(token{})); err != nil {
		t.Fatal(err)
	}
	if v := <-got; len(v) != 1 || v[0] != "secret" {
		t.Errorf("authorization = %v", v)
	}
}

// A server's RetryInfo is honoured: here it asks for longer than is left.
func TestRetryInfoPastTheDeadline(t *testing.T) {
	s, err := status.New(codes.Unavailable, "later").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := budget.New("shop", budget.Policy{Ceiling: time.Minute, Retry: budget.Retry{Cap: 2 * time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	svc := &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return nil, s.Err() }}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = connect(t, svc, d).UnaryCall(ctx, &pb.SimpleRequest{}, grpcbudget.With(budget.Idempotent()))
	reason(t, err, budget.ReasonWait)
	if got := svc.calls.Load(); got != 1 {
		t.Errorf("%d calls, want 1", got)
	}
	if got := status.Code(err); got != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("code = %v, Is(DeadlineExceeded) = %v", got, errors.Is(err, context.DeadlineExceeded))
	}
}

func TestNotCalled(t *testing.T) {
	s := &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) { return named("a"), nil }}
	t.Run("floor", func(t *testing.T) {
		d, _ := dependency(t, budget.Policy{Floor: 5 * time.Second})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := connect(t, s, d).UnaryCall(ctx, &pb.SimpleRequest{})
		reason(t, err, budget.ReasonFloor)
		if got := status.Code(err); got != codes.DeadlineExceeded {
			t.Errorf("code = %v", got)
		}
	})
	t.Run("open", func(t *testing.T) {
		d, _ := dependency(t, budget.Policy{Breaker: closedDoor{}})
		client := connect(t, s, d)
		_, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{})
		reason(t, err, budget.ReasonOpen)
		if got := status.Code(err); got != codes.Unavailable {
			t.Errorf("code = %v", got)
		}
		_, err = client.StreamingOutputCall(t.Context(), &pb.StreamingOutputCallRequest{})
		reason(t, err, budget.ReasonOpen)
	})
	t.Run("full", func(t *testing.T) {
		d, _ := dependency(t, budget.Policy{MaxConcurrent: 1})
		a, err := d.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer a.End(nil)
		_, err = connect(t, s, d).UnaryCall(t.Context(), &pb.SimpleRequest{})
		reason(t, err, budget.ReasonFull)
		if got := status.Code(err); got != codes.ResourceExhausted {
			t.Errorf("code = %v", got)
		}
	})
	t.Run("canceled", func(t *testing.T) {
		d, _ := dependency(t, budget.Policy{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := connect(t, s, d).UnaryCall(ctx, &pb.SimpleRequest{})
		reason(t, err, budget.ReasonCanceled)
		if got := status.Code(err); got != codes.Canceled {
			t.Errorf("code = %v", got)
		}
	})
	if got := s.calls.Load(); got != 0 {
		t.Errorf("%d calls reached the server, want none", got)
	}
}

// closedDoor is a breaker that refuses.
type closedDoor struct{}

func (closedDoor) Allow() (func(error), error) { return nil, errors.New("open") }

func TestTimeout(t *testing.T) {
	d, _ := dependency(t, budget.Policy{Ceiling: 50 * time.Millisecond})
	ended := make(chan struct{})
	s := &service{unary: func(ctx context.Context, _ int) (*pb.SimpleResponse, error) {
		defer close(ended)
		<-ctx.Done() // without a deadline of its own the server would hang here
		return nil, status.FromContextError(ctx.Err()).Err()
	}}
	_, err := connect(t, s, d).UnaryCall(t.Context(), &pb.SimpleRequest{})
	reason(t, err, budget.ReasonTimeout)
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v: code %v", err, status.Code(err))
	}
	<-ended
}

// A callee with a shorter deadline of its own: the attempt was answered in time,
// it is the code that says timeout.
func TestCalleeTimesOutByItself(t *testing.T) {
	d, _ := dependency(t, budget.Policy{})
	s := &service{unary: func(context.Context, int) (*pb.SimpleResponse, error) {
		return nil, status.Error(codes.DeadlineExceeded, "my database is slow")
	}}
	_, err := connect(t, s, d).UnaryCall(t.Context(), &pb.SimpleRequest{})
	reason(t, err, budget.ReasonUnsafe)
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v: code %v", err, status.Code(err))
	}
	if got := d.Stats(); got.Timeouts != 0 || got.Failures != 1 {
		t.Errorf("%+v, want a failure that is no timeout of this attempt", got)
	}
}

// Two attempts at once must not write into one message, header or peer: run with
// -race.
func TestHedge(t *testing.T) {
	d, seen := dependency(t, budget.Policy{
		Hedge: budget.Hedge{Percentile: .9, MinSamples: 10},
		Retry: budget.Retry{Attempts: 2, Burst: 20},
	})
	release := make(chan struct{})
	s := &service{unary: func(ctx context.Context, call int) (*pb.SimpleResponse, error) {
		if call <= 20 {
			return named("warm"), nil
		}
		_ = grpc.SetHeader(ctx, metadata.Pairs("call", named("x").String()))
		if call == 21 {
			select { // the first attempt hangs; the hedge answers
			case <-ctx.Done():
			case <-release:
			}
			return named("first"), nil
		}
		return named("hedge"), nil
	}}
	defer close(release)
	client := connect(t, s, d)
	for range 20 {
		if _, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	var header, trailer metadata.MD
	var from peer.Peer
	got, err := client.UnaryCall(t.Context(), &pb.SimpleRequest{},
		grpcbudget.With(budget.Idempotent()), grpc.Header(&header), grpc.Trailer(&trailer), grpc.Peer(&from))
	if err != nil || got.GetHostname() != "hedge" {
		t.Fatalf("got %v, %v; want the hedge's answer", got, err)
	}
	if len(header.Get("call")) != 1 || from.Addr == nil {
		t.Errorf("header %v, peer %v: not the winner's", header, from.Addr)
	}
	if n := seen.count(budget.KindHedge); n != 1 {
		t.Errorf("%d hedges observed, want 1", n)
	}
}

// A method that its .proto file declares idempotent needs no option.
func TestIdempotencyLevel(t *testing.T) {
	level := descriptorpb.MethodOptions_NO_SIDE_EFFECTS
	method := func(name string, o *descriptorpb.MethodOptions) *descriptorpb.MethodDescriptorProto {
		return &descriptorpb.MethodDescriptorProto{
			Name: proto.String(name), Options: o,
			InputType: proto.String(".google.protobuf.Empty"), OutputType: proto.String(".google.protobuf.Empty"),
		}
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Syntax: proto.String("proto3"), Name: proto.String("grpcbudget_test.proto"), Package: proto.String("grpcbudget.test"),
		Dependency: []string{"google/protobuf/empty.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("Shop"),
			Method: []*descriptorpb.MethodDescriptorProto{
				method("Price", &descriptorpb.MethodOptions{IdempotencyLevel: &level}),
				method("Order", nil),
			},
		}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := protoregistry.GlobalFiles.FindFileByPath(file.Path()); err != nil { // not yet, with -count
		if err := protoregistry.GlobalFiles.RegisterFile(file); err != nil {
			t.Fatal(err)
		}
	}

	calls := map[string]int{}
	l := bufconn.Listen(1 << 16)
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, ss grpc.ServerStream) error {
		name, _ := grpc.MethodFromServerStream(ss)
		calls[name]++
		return status.Error(codes.Unavailable, "down")
	}))
	go func() { _ = server.Serve(l) }()
	defer server.Stop()
	d, _ := dependency(t, budget.Policy{})
	conn, err := grpc.NewClient("passthrough:///shop",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }),
		grpc.WithChainUnaryInterceptor(grpcbudget.UnaryClient(d)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for method, want := range map[string]int{"/grpcbudget.test.Shop/Price": 3, "/grpcbudget.test.Shop/Order": 1, "/unknown/Method": 1} {
		if err := conn.Invoke(t.Context(), method, &emptypb.Empty{}, &emptypb.Empty{}); err == nil {
			t.Errorf("%s: no error", method)
		}
		if calls[method] != want {
			t.Errorf("%s: %d calls, want %d", method, calls[method], want)
		}
	}
}
