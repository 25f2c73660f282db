package retryzero

import (
	"fmt"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// until says what ends attempts without a limit of number.
func until(row *knowledge.Retry) string {
	if row.Ctx == knowledge.Yes && strings.Contains(row.Name, "cenkalti/backoff/v5") {
		return "until the context ends, or the 15m that the library gives have passed"
	}
	return "until it succeeds"
}

// instead says how the library counts and what to write.
func instead(row *knowledge.Retry) string {
	switch {
	case row.Negative == knowledge.SingleTry || row.Negative == knowledge.Disabled:
		return "write -1 for a single attempt"
	case row.Name == "google.golang.org/grpc.WithMaxCallAttempts":
		return "use WithDisableRetry for a single attempt"
	case row.Counts == knowledge.TotalTries:
		return "the number counts the first attempt, so write 1 for a single one"
	case row.Zero == knowledge.SingleTry:
		return "the number counts the attempts after the first, so write 0 for a single one"
	case strings.HasSuffix(row.Name, ".Config.MaxRetries"): // elasticsearch, opensearch
		return "set DisableRetry for a single attempt"
	case row.Zero == knowledge.Default:
		return "the number counts the attempts after the first, and no number stands for a single one; leave it out if the default is meant"
	}
	return "the number counts the attempts after the first; leave the retrying out for a single one"
}

// judgePolicy: a service config in which gRPC finds fewer than two attempts is
// refused, and of more than its ceiling it makes as many as that.
func judgePolicy(p tries.Policy) (rules.Confidence, string) {
	switch {
	case p.Written < 2:
		return rules.High, fmt.Sprintf("maxAttempts is %d, with which gRPC refuses the whole service config, and the client is not made; it counts the first attempt, so leave the retryPolicy out for a single one", p.Written)
	case p.Most > 0 && p.Attempts() < p.Written:
		return rules.Medium, fmt.Sprintf("maxAttempts is %d, of which gRPC makes %d; write what is meant, or raise the ceiling with WithMaxCallAttempts", p.Written, p.Most)
	}
	return "", ""
}

// ours says that a loop of one's own takes 0 for no limit.
func ours(out *verdict.Reporter, z retries.Zero) string {
	what := z.Name
	if z.Fn != nil {
		what = fmt.Sprintf("%s of %s", z.Name, z.Fn.Name())
	}
	where := ""
	if z.Loop.IsValid() {
		where = fmt.Sprintf(" (%s)", out.At(z.Loop))
	}
	return fmt.Sprintf("%s is 0, which is no limit here%s: it goes on until it succeeds; write the number that is meant", what, where)
}
