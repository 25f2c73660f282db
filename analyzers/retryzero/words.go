package retryzero

import (
	"strings"

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
