// Package fanout finds loops that call a dependency once for each item, all at
// the same time.
//
// # Analyzer fanout
//
// one goroutine per item calls a dependency without a limit
//
// Ten items are ten calls at once, ten thousand are ten thousand: the pool, the
// sockets and the service behind them are filled by one request, and everybody
// else waits behind it. The list is short in the test and as long as a caller
// makes it in production.
//
// The rule looks at range loops over slices, maps and channels that start a
// goroutine (go, or an errgroup without SetLimit) for each item, in which a
// request, a query or a connection is made, directly or one function away.
//
// # What is not reported
//
// A loop with a limiter in it: a channel used as a semaphore, Acquire, Wait,
// SetLimit. Arrays, literals of up to 16 elements, and loops that count: those
// are pools of workers. Lists that this process was set up with (fields,
// variables, servers and peers by their names) have low confidence: they are as
// long as somebody made them. The rule is off by default: how many items there can be
// is not in the code.
package fanout
