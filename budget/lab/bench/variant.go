package bench

import (
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

const ms = time.Millisecond

// A Variant is one policy of the clients, and whether the server takes part.
type Variant struct {
	Name string // one letter
	What string // in a few words

	Timeout  time.Duration // of one attempt
	Attempts int           // of one operation, the first included; zero repeats for ever, the fault on show
	Backoff  time.Duration // base of the pause before attempt n+1: uniform in [0, Backoff<<(n-1)); zero repeats at once
	Total    time.Duration // of one operation with its pauses; zero is no limit

	// RetryRatio, when positive, lets retries happen only as tokens allow:
	// every operation brings this many into a bucket of RetryBurst, shared by
	// all clients and full at the start; every retry takes one.
	RetryRatio, RetryBurst float64

	// Propagate tells the server how long the client will wait, and the server
	// drops a job that has expired when its turn comes.
	Propagate bool

	// Policy, when set, puts package budget in front of both sides, over HTTP:
	// the client calls through a Dependency's Transport with this policy, the
	// server is under budget.Middleware with the options that Server returns, or
	// its defaults. The fields above are not read. Both are called for each run.
	Policy func() budget.Policy
	Server func() budget.ServerOptions
}

// Variants returns the four published settings, A to D, and seven that ask what
// else would have helped.
//
//   - A against B: a timeout below what the server takes, repeated at once and
//     for ever, turns 513 successes into none; four seconds after the trouble
//     has ended the server still works only for clients that have left.
//
//   - C against B: three attempts, a growing random pause and a total limit
//     bring most of it back; the timeout is still wrong, and that still costs
//     a third of the successes.
//
//   - D against C: the same caps with the right timeout cost nothing.
//
//   - E against C: a retry budget alone HURTS here. In a closed loop an operation
//     that fails sooner only starts the next one sooner, and a first attempt
//     costs as much as a retry. What it bounds is the load of an open loop: at
//     [OpenRate], of 240 operations E answers 129 and C none.
//
//   - F against B: telling the server the deadline, so that it drops expired jobs,
//     is the largest single help: even the endless repeaters get answers.
//
//   - G against E: and with the deadline told, the retry budget does no harm.
//
//   - H against B: package budget in front of both sides does what G does, and
//     I against D: with the right ceiling it costs nothing. In the open loop it
//     is the difference between 190 answers and D's 47.
//
//   - J and K against A to D: a limit that adapts, in the client or in the server,
//     has nothing to tune and answers as many as the best of them, whatever the
//     demand: with 60 clients 555 and 553, where A answers 429 and D 6. In the
//     open loop J answers 219 and K 216.
//
// The figures are of the fake clock with seed 1, and of one stand: 3 workers,
// one kind of trouble, 6 s. They show what can happen and why, not how often.
func Variants() []Variant {
	return []Variant{
		{Name: "A", What: "1 s timeout", Timeout: 1000 * ms},
		{Name: "B", What: "50 ms timeout, repeated at once, for ever", Timeout: 50 * ms},
		{Name: "C", What: "50 ms, 3 attempts, growing random pause, 1.5 s in all", Timeout: 50 * ms, Attempts: 3, Backoff: 100 * ms, Total: 1500 * ms},
		{Name: "D", What: "600 ms, the caps of C", Timeout: 600 * ms, Attempts: 3, Backoff: 100 * ms, Total: 1500 * ms},
		{Name: "E", What: "C and a retry budget of 10 %", Timeout: 50 * ms, Attempts: 3, Backoff: 100 * ms, Total: 1500 * ms, RetryRatio: .1, RetryBurst: 10},
		{Name: "F", What: "B, deadline told, expired jobs dropped", Timeout: 50 * ms, Propagate: true},
		{Name: "G", What: "E, deadline told, expired jobs dropped", Timeout: 50 * ms, Attempts: 3, Backoff: 100 * ms, Total: 1500 * ms, RetryRatio: .1, RetryBurst: 10, Propagate: true},
		{Name: "H", What: "budget in front, 50 ms ceiling", Policy: policy(50 * ms)},
		{Name: "I", What: "budget in front, 600 ms ceiling", Policy: policy(600 * ms)},
		{Name: "J", What: "budget's defaults and an adaptive limit", Policy: adaptive},
		{Name: "K", What: "budget's defaults and a server that sheds", Policy: defaults, Server: shedding},
	}
}

// policy is package budget's default but for the ceiling and the base of the
// pauses, which are those of the other variants.
func policy(ceiling time.Duration) func() budget.Policy {
	return func() budget.Policy {
		return budget.Policy{Ceiling: ceiling, Retry: budget.Retry{Base: 100 * ms}}
	}
}

func defaults() budget.Policy { return budget.Policy{} }

func adaptive() budget.Policy { return budget.Policy{Limiter: budget.NewAdaptive()} }

func shedding() budget.ServerOptions { return budget.ServerOptions{Limiter: budget.NewAdaptive()} }
