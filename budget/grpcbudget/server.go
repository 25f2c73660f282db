package grpcbudget

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// UnaryServer returns an interceptor that gives every call a deadline: the
// caller's, which gRPC has put into the context, at most o.Max, or o.Default if
// the caller sent none. A call with less than o.Floor left is answered
// DeadlineExceeded without running the handler.
//
// Of o it reads Default, Max, Floor, Limiter, Dark, Stats and Observer; the other
// fields are about HTTP. A call for which the Limiter has no slot is answered
// ResourceExhausted without running the handler, to come again in a second.
// Options that Validate refuses answer every call Internal, and say why.
//
// A handler's error that is a *budget.Error, or wraps one, is answered with the
// code of [Error].
func UnaryServer(o budget.ServerOptions) grpc.UnaryServerInterceptor {
	s := newServer(o)
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
		c, err := s.admit(ctx)
		if err != nil {
			return nil, err
		}
		defer c.end()
		answer, err := handle(c.ctx, req)
		exhausted(c.hop, err, setTrailer(ctx))
		return answer, answered(err)
	}
}

// StreamServer does the same for streams. The deadline is the whole stream's: a
// service with streams that live long needs a Default and a Max to match.
func StreamServer(o budget.ServerOptions) grpc.StreamServerInterceptor {
	s := newServer(o)
	return func(srv any, ss grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
		c, err := s.admit(ss.Context())
		if err != nil {
			return err
		}
		defer c.end()
		err = handle(srv, &serverStream{ServerStream: ss, ctx: c.ctx})
		exhausted(c.hop, err, ss.SetTrailer)
		return answered(err)
	}
}

// serverStream is a stream with another context.
type serverStream struct {
	grpc.ServerStream
	ctx context.Context
}

// Context returns the bounded context.
func (s *serverStream) Context() context.Context { return s.ctx }

// server is a ServerOptions with its defaults, which are those of
// budget.Middleware.
type server struct {
	options budget.ServerOptions
	cause   *budget.Error // of every call that runs out of its time
	wrong   error         // what the options have against them
}

func newServer(o budget.ServerOptions) *server {
	wrong := o.Validate()
	return &server{options: o.WithDefaults(), cause: &budget.Error{Dependency: dependency, Reason: budget.ReasonTimeout}, wrong: wrong}
}

// dependency is the name of a server's own events, as budget.Event has it.
const dependency = "server"

// call is one call that was let in.
type call struct {
	server  *server
	caller  context.Context
	ctx     context.Context
	hop     *budget.Hop // nil in the dark
	cancel  context.CancelFunc
	start   time.Time
	granted time.Duration
	release func(budget.Outcome, time.Duration) // of the Limiter; nil without one
	took    time.Time
}

// admit bounds a call, or says why it is too late for it.
func (s *server) admit(ctx context.Context) (*call, error) {
	if s.wrong != nil {
		return nil, status.Error(codes.Internal, s.wrong.Error())
	}
	s.options.Stats.Requests.Add(1)
	granted := min(s.options.Default, s.options.Max)
	left, bounded := budget.Remaining(ctx)
	if bounded {
		granted = min(left, s.options.Max)
		if left > granted {
			s.options.Stats.Clamped.Add(1)
		}
	}
	if bounded && left < s.options.Floor {
		s.options.Stats.Expired.Add(1)
		s.observe(ctx, budget.Event{Kind: budget.KindExpired, Reason: budget.ReasonFloor, Outcome: budget.Rejected, Remaining: left})
		if !s.options.Dark {
			return nil, status.Errorf(codes.DeadlineExceeded, "expired on arrival: %v left", left)
		}
	}
	c := &call{server: s, caller: ctx, ctx: ctx, cancel: func() {}, start: time.Now(), granted: granted}
	if !s.options.Dark {
		ctx, c.hop = arrived(ctx)
		c.ctx, c.cancel = context.WithDeadlineCause(ctx, c.start.Add(granted), s.cause)
		if err := c.slot(); err != nil {
			c.cancel()
			return nil, err
		}
	}
	return c, nil
}

// orphanGrace is how far past its deadline a handler may return and still count
// as having stopped.
const orphanGrace = 10 * time.Millisecond

// end counts a handler that went on after its deadline.
func (c *call) end() {
	if c.release != nil {
		c.release(c.pressure(), time.Since(c.took))
	}
	c.cancel()
	elapsed := time.Since(c.start)
	if elapsed <= c.granted+orphanGrace {
		return
	}
	c.server.options.Stats.Orphans.Add(1)
	left, _ := budget.Remaining(c.caller)
	c.server.observe(c.caller, budget.Event{
		Kind: budget.KindOrphan, Reason: budget.ReasonTimeout, Outcome: budget.Failure,
		Granted: c.granted, Elapsed: elapsed, Remaining: left,
	})
}

func (s *server) observe(ctx context.Context, e budget.Event) {
	if s.options.Observer != nil {
		e.Dependency = dependency
		s.options.Observer.Observe(ctx, e)
	}
}
