package grpcbudget

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// StreamClient returns an interceptor that makes every stream of the channel one
// attempt on d, from its opening to its end: a message after which the server
// sends no more, io.EOF, an error, or its context's end. All that time it holds
// its slot and its bounded context, so that a stream that lives longer than the
// policy's ceiling needs one of its own, by budget.Within in o or in [With].
//
// A caller that stops reading before the end must cancel its context, as gRPC
// demands; here the ceiling ends the stream otherwise.
func StreamClient(d *budget.Dependency, o ...budget.CallOption) grpc.StreamClientInterceptor {
	defaults := append([]budget.CallOption{budget.ClassifyWith(Classify)}, o...)
	return func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, open grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
		attempt, err := d.Begin(ctx, optionsFor(defaults, method, opts)...)
		if err != nil {
			return nil, asError(err)
		}
		inner, err := open(numbered(attempt.Context()), desc, cc, method, opts...)
		if err != nil {
			settle(attempt.Context(), err)
			return nil, asError(attempt.End(err))
		}
		s := &stream{ClientStream: inner, attempt: attempt, answersOnce: !desc.ServerStreams}
		s.mu.Lock() // against an end that comes at once
		defer s.mu.Unlock()
		s.unwatch = context.AfterFunc(attempt.Context(), func() {
			_ = s.end(status.FromContextError(attempt.Context().Err()).Err())
		})
		return s, nil
	}
}

// stream ends its attempt when it ends itself.
type stream struct {
	grpc.ClientStream
	answersOnce bool // the server sends one message
	begun       atomic.Bool

	mu      sync.Mutex
	unwatch func() bool
	attempt *budget.Attempt
	ended   bool
	err     error // the attempt's, once ended
}

// RecvMsg ends the attempt with the stream's last message or its error.
func (s *stream) RecvMsg(m any) error {
	err := s.ClientStream.RecvMsg(m)
	switch {
	case err == nil && s.answersOnce:
		_ = s.end(nil)
		return nil
	case err == nil:
		s.answered()
		return nil
	case errors.Is(err, io.EOF):
		_ = s.end(nil)
		return err
	}
	return s.end(pushedBack(err, s.Trailer()))
}

// answered ends the latency with the first message. A server's header may come
// long before it.
func (s *stream) answered() {
	if s.begun.CompareAndSwap(false, true) {
		s.attempt.Answered()
	}
}

// SendMsg ends the attempt if the message could not be sent. io.EOF says that
// the stream is broken; why, RecvMsg will tell.
func (s *stream) SendMsg(m any) error {
	err := s.ClientStream.SendMsg(m)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return s.end(err)
}

// Header ends the attempt if the stream fails before its header.
func (s *stream) Header() (metadata.MD, error) {
	md, err := s.ClientStream.Header()
	if err != nil {
		return md, s.end(err)
	}
	return md, nil
}

// end ends the attempt once and returns its error, whoever ended it.
func (s *stream) end(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		s.unwatch()
		settle(s.attempt.Context(), err)
		s.err = asError(s.attempt.End(err))
	}
	if s.err == nil && err != nil {
		return err // ended well before; this is a later error of its own
	}
	return s.err
}
