package grpcbudget

import (
	"context"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/timeoutlint/timeoutlint/budget"
)

// slot asks the Limiter for one, or says that there is none. Nothing was done
// for the call then, so that another server, or this one a second later, may well
// answer.
func (c *call) slot() error {
	o := &c.server.options
	if o.Limiter == nil {
		return nil
	}
	if c.release = o.Limiter.Acquire(c.ctx, c.granted/4); c.release != nil {
		c.took = time.Now()
		return nil
	}
	o.Stats.Shed.Add(1)
	c.server.observe(c.caller, budget.Event{Kind: budget.KindRefused, Reason: budget.ReasonFull, Outcome: budget.Rejected, Granted: c.granted})
	s := status.New(codes.ResourceExhausted, "overloaded")
	if detailed, err := s.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)}); err == nil {
		s = detailed
	}
	return s.Err()
}

// pressure is what the Limiter learns from a call: that its time ran out, that
// something below it failed, which says nothing about this server's load, or how
// long it took.
func (c *call) pressure() budget.Outcome {
	switch {
	case c.ctx.Err() == context.DeadlineExceeded:
		return budget.Failure
	case c.ctx.Err() != nil, c.hop.Exhausted():
		return budget.Neutral
	}
	return budget.Success
}
