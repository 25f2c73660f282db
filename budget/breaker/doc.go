// Package breaker configures a circuit breaker for package budget.
//
// The breaker is github.com/sony/gobreaker/v2's two-step one, as it is: its
// states, its rolling window and its lock. What this package adds are the
// defaults that keep a breaker from lying, in both directions:
//
//   - it opens on a share of the calls and a minimum of calls, so that one failure
//     of one call is not 100 %;
//   - slow calls count where the policy says what slow means
//     (budget.Policy.SlowCall), so that a dependency which answers everything late
//     is not healthy. By default no success is slow;
//   - an answer that says no (4xx) does not count, nor does a caller that leaves,
//     unless it left after a wait that was already slow. That judgement is
//     budget's and reaches the breaker as nil and budget.ErrNeutral;
//   - a probe that ends neutral gives its place to another one.
//
// State is kept in this process, on purpose: ten instances have ten breakers,
// and each believes what it sees itself.
//
//	b, err := breaker.New("payments", breaker.Settings{})
//	...
//	payments, err := budget.New("payments", budget.Policy{Breaker: b})
//
// A breaker without a fallback only makes a failure quick; see budget.DoOr.
package breaker
