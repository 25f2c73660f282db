// Package grpcbudget brings package budget to gRPC: client interceptors that
// bound, count and where it is safe repeat calls, and server interceptors that
// give every call a deadline.
//
//	prices, err := budget.New("prices", budget.Policy{Ceiling: 200 * time.Millisecond})
//	...
//	conn, err := grpc.NewClient(target,
//		grpc.WithChainUnaryInterceptor(grpcbudget.UnaryClient(prices)),
//		grpc.WithChainStreamInterceptor(grpcbudget.StreamClient(prices)))
//
//	server := grpc.NewServer(
//		grpc.ChainUnaryInterceptor(grpcbudget.UnaryServer(budget.ServerOptions{})),
//		grpc.ChainStreamInterceptor(grpcbudget.StreamServer(budget.ServerOptions{})))
//
// gRPC carries deadlines itself: the attempt's context has one, and grpc-timeout
// takes it to the server. What gRPC lacks is a default (without a deadline a call
// waits for ever), a bound below the caller's, a floor, slots and a breaker.
//
// # What is repeated
//
// A unary call is repeated if it is known to be idempotent: because its method
// says so in the .proto file (option idempotency_level), or by
// [With](budget.Idempotent()). Any other call is repeated only if no stream was
// opened for it, which the interceptor observes. Streams are never repeated.
//
// Do not also configure a retryPolicy in the channel's service config: attempts
// multiply, and this package cannot count gRPC's.
//
// Retries stay on one level over several services, by gRPC's own names for it:
// grpc-previous-rpc-attempts tells the callee which attempt a call is, and a
// failing answer whose cause has been repeated already has
// grpc-retry-pushback-ms: -1 in its trailer, which gRPC's own retries heed, too.
//
// # Dead connections
//
// A connection that dies without a word is found by pings alone, and those are the
// channel's: grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 *
// time.Second, Timeout: 2 * time.Second}) is as quick as gRPC lets it be. A server
// must allow it with keepalive.EnforcementPolicy, or it closes the connection.
//
// # Errors
//
// Errors are [*Error]: status.FromError and status.Code read the code, errors.As
// finds the *budget.Error with the reason, and errors.Is matches
// context.DeadlineExceeded for what ran out of time.
package grpcbudget
