package config

import (
	"reflect"

	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// enumeration lists the values of a type that has few; nil for any other.
func enumeration(t reflect.Type) []string {
	switch t {
	case reflect.TypeFor[rules.Severity]():
		return values(rules.Error, rules.Warning, rules.Note)
	case reflect.TypeFor[rules.Consequence]():
		return values(rules.Consequences()...)
	case reflect.TypeFor[Threshold]():
		return thresholds()
	case reflect.TypeFor[rules.Confidence]():
		return values(rules.High, rules.Medium, rules.Low)
	case reflect.TypeFor[knowledge.Pick]():
		return values(knowledge.Conflicts, knowledge.Unfinished, knowledge.Marked, knowledge.Coded)
	case reflect.TypeFor[knowledge.Effect]():
		return values(knowledge.Builds, knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Receives, knowledge.Writes,
			knowledge.Waits, knowledge.Acquires, knowledge.Runs, knowledge.Serves, knowledge.Streams, knowledge.Sleeps,
			knowledge.Closes)
	case reflect.TypeFor[knowledge.Shape]():
		return values(knowledge.CtxFirst, knowledge.AnyShape, knowledge.ErrLast)
	case reflect.TypeFor[knowledge.Meaning]():
		return values(knowledge.Infinite, knowledge.Unlimited, knowledge.Default, knowledge.Disabled, knowledge.Immediate,
			knowledge.Refused, knowledge.Inherited, knowledge.Literal, knowledge.SingleTry, knowledge.NeverRuns,
			knowledge.Minimum, knowledge.NoMeaning, knowledge.NoneAtAll, knowledge.OtherwiseM)
	case reflect.TypeFor[knowledge.Stage]():
		return values(knowledge.Total, knowledge.Attempt, knowledge.Connect, knowledge.TLS, knowledge.Header,
			knowledge.Read, knowledge.Write, knowledge.Idle, knowledge.Keepalive, knowledge.Acquire, knowledge.PoolStage,
			knowledge.Lock, knowledge.Open, knowledge.Lifetime, knowledge.Poll, knowledge.Shutdown, knowledge.RetryTime, knowledge.Handling, knowledge.Limit)
	case reflect.TypeFor[knowledge.Form]():
		return values(knowledge.Field, knowledge.Setter, knowledge.Option, knowledge.Method, knowledge.DSN, knowledge.Env, knowledge.Key,
			knowledge.Variable, knowledge.TypeForm)
	case reflect.TypeFor[knowledge.Counting]():
		return values(knowledge.TotalTries, knowledge.ExtraTries, knowledge.NoCount, knowledge.ByTime, knowledge.Switch,
			knowledge.FixedCount, knowledge.OtherCount)
	case reflect.TypeFor[knowledge.Tristate]():
		return values(knowledge.Yes, knowledge.No, knowledge.OptIn, knowledge.PerAt, knowledge.NA)
	case reflect.TypeFor[knowledge.Spacing]():
		return values(knowledge.NoDelay, knowledge.Constant, knowledge.Growing, knowledge.Exponential, knowledge.GivenDelay)
	}
	return nil
}

func values[T ~string](list ...T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}
