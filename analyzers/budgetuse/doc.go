// Package budgetuse finds uses of package budget that take its promises away.
//
// # Analyzer budgetuse
//
// package budget is used in a way that takes its promise away
//
// [Package budget](../../budget/README.md) is this project's companion: it bounds,
// counts and repeats a call. It can do so only if the call lets it. The rule reports
//
//   - a function given to Do that waits with another context than its own, or
//     with none: the ceiling does not end it;
//   - an answer that leaves Do and lives by its context. A response or a body keeps
//     the attempt and its slot until it is closed, and what fails while it is read
//     is not repeated; rows and transactions are refused when the program runs;
//   - Begin without End: the slot is taken until the ceiling is over;
//   - a client or a dependency made for every request: nothing is shared, so nothing
//     is counted;
//   - a retry loop around Do, and an idempotent Do on another dependency inside an
//     idempotent Do: attempts multiply;
//   - a POST or PATCH in an idempotent Do that names no Idempotency-Key: the key that
//     the package's own client adds is another one when the operation is called
//     again, and other clients send none;
//   - an operation with context.WithoutCancel or context.Background where a context is
//     in scope: it goes on when nobody waits any more;
//   - a ceiling above what the package's server gives the whole request.
//
// A ceiling without a unit is durationunit's.
//
// # What is not reported
//
// Answers that are copied on as they come, with io.Copy. Functions of other modules, and
// what is deeper than two calls within a package. Contexts for logging and tracing, and
// what runs in a goroutine of its own. Do around Do on the same dependency, and around
// its own client: they are one operation. Clients made in main, in constructors, or once
// for a loop. Detached work in Close, Stop and the like, or with budget.Detach; where a
// comment explains it, the finding is low confidence. POSTs of which the code names a key.
//
// # The way out
//
// Make each dependency and its client once. In the function use the context it is given,
// read the answer to its end, and return the value. Say budget.Idempotent only of what is.
package budgetuse
