package grpcbudget

import (
	"context"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/timeoutlint/timeoutlint/budget"
)

// gRPC's own names for both (gRFC A6): how many attempts went before, and the
// server's word on the next one, which is "none" below zero. A channel that
// repeats by its service config heeds the second, too.
const (
	previousAttempts = "grpc-previous-rpc-attempts"
	pushback         = "grpc-retry-pushback-ms"
)

// criticality has no name of gRPC's.
var criticality = strings.ToLower(budget.HeaderCriticality)

// numbered returns a context that tells the callee which attempt this is, and how
// much it matters.
func numbered(ctx context.Context) context.Context {
	n, matters := budget.AttemptNumber(ctx), budget.CriticalityOf(ctx)
	md, _ := metadata.FromOutgoingContext(ctx)
	if n == 1 && matters == budget.Critical && len(md.Get(previousAttempts)) == 0 && len(md.Get(criticality)) == 0 {
		return ctx
	}
	md = md.Copy()
	md.Delete(previousAttempts)
	md.Delete(criticality)
	if n > 1 {
		md.Set(previousAttempts, strconv.Itoa(n-1))
	}
	if matters != budget.Critical {
		md.Set(criticality, matters.String())
	}
	return metadata.NewOutgoingContext(ctx, md)
}

// arrived makes the hop of a call that a server has received.
func arrived(ctx context.Context) (context.Context, *budget.Hop) {
	previous := 0
	for _, s := range metadata.ValueFromIncomingContext(ctx, previousAttempts) {
		if n, err := strconv.Atoi(s); err == nil {
			previous = max(previous, n) // gRPC's own retries add a second one
		}
	}
	for _, s := range metadata.ValueFromIncomingContext(ctx, criticality) {
		if c, ok := budget.ParseCriticality(s); ok {
			ctx = budget.WithCriticality(ctx, c)
		}
	}
	return budget.WithHop(ctx, min(previous, 1<<16)+1)
}

// pushedBack reads the server's word from a failed call's trailer.
func pushedBack(err error, trailer metadata.MD) error {
	said := trailer.Get(pushback)
	if len(said) == 0 {
		return err
	}
	ms, parsed := strconv.Atoi(said[0])
	if len(said) > 1 || parsed != nil || ms < 0 {
		return budget.Exhausted(err)
	}
	return budget.After(err, time.Duration(min(ms, 1<<31))*time.Millisecond)
}

// noPushback is the trailer of a failing answer whose cause has been repeated
// already.
var noPushback = metadata.Pairs(pushback, "-1")

// exhausted sets it if that is so.
func exhausted(hop *budget.Hop, err error, set func(metadata.MD)) {
	if err != nil && hop != nil && hop.Exhausted() {
		set(noPushback)
	}
}

// setTrailer is of unary calls; outside a server, in tests, there is nothing to set.
func setTrailer(ctx context.Context) func(metadata.MD) {
	return func(md metadata.MD) { _ = grpc.SetTrailer(ctx, md) }
}
