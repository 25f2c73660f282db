package grpcbudget

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/timeoutlint/timeoutlint/budget"
)

// UnaryClient returns an interceptor that makes every unary call of the channel
// as one operation on d. The options o hold for all calls; [With] adds to them
// for one. A channel belongs to one dependency.
//
// If d hedges, the two attempts answer into messages of their own and the
// winner's is copied; so are headers, trailers and peers that the caller asked
// for. Other call options are shared by the attempts: a function given to
// grpc.OnFinish may run twice, at once. A method is hedged if its .proto file says
// that it has no side effects, or by [With](budget.Idempotent()); one that is
// declared idempotent alone is repeated, but not at the same time.
func UnaryClient(d *budget.Dependency, o ...budget.CallOption) grpc.UnaryClientInterceptor {
	defaults := append([]budget.CallOption{budget.ClassifyWith(Classify)}, o...)
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		options := optionsFor(defaults, method, opts)
		if d.Policy().Hedge.Percentile == 0 {
			options = append(options, budget.Unhedged()) // even if the policy changes now
			_, err := budget.Do(ctx, d, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, attempt(ctx, method, req, reply, cc, invoke, opts)
			}, options...)
			return asError(err)
		}
		if m, ok := req.(proto.Message); ok {
			req = proto.Clone(m) // when one leg has answered, the caller may use its own again
		} else {
			options = append(options, budget.Unhedged())
		}
		fresh := answers(reply)
		winner, err := budget.Do(ctx, d, func(ctx context.Context) (*answer, error) {
			own := fresh()
			return own, attempt(ctx, method, req, own.reply, cc, invoke, own.redirect(opts))
		}, options...)
		if winner != nil {
			winner.deliver(reply, opts, err == nil)
		}
		return asError(err)
	}
}

// attempt invokes once and says what budget cannot see in a status: that nothing
// was sent, and when the server wants to be asked again.
func attempt(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts []grpc.CallOption) error {
	opts, sent := watchSending(opts)
	var trailer metadata.MD
	opts = append(opts, grpc.Trailer(&trailer))
	err := invoke(numbered(ctx), method, req, reply, cc, opts...)
	if err == nil {
		return nil
	}
	settle(ctx, err)
	switch {
	case status.Code(err) == codes.Unavailable && !sent.Load():
		return budget.Mark(err, budget.Unsent)
	case status.Code(err) == codes.Internal && unfit(req):
		return budget.Mark(err, budget.Neutral)
	}
	if wait, ok := retryDelay(err); ok || tooMany(err) {
		err = budget.After(err, wait)
	}
	return pushedBack(err, trailer)
}

// unfit reports whether a message cannot be sent at all, which gRPC says with the
// code of a server's own faults.
func unfit(req any) bool {
	m, ok := req.(proto.Message)
	if !ok {
		return false
	}
	_, err := proto.Marshal(m)
	return err != nil
}

// asError gives an operation's error its code.
func asError(err error) error {
	var e *budget.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	return &Error{err: e}
}
