package knowledge

// This project's own companion: every wait has an end, and a zero field is a
// safe default, never "for ever" and never "at once".
var budgetPkg = Library{
	Path:    "github.com/timeoutlint/timeoutlint/budget",
	Module:  "github.com/timeoutlint/timeoutlint/budget",
	Version: "v0.0.0",
	Note:    "An attempt takes min(remaining - reserve, ceiling). Of the negative values only Off (-1) is taken, where the knob can be off; New, Validate and the call itself refuse the others.",
	Calls: []Call{
		{Name: "github.com/timeoutlint/timeoutlint/budget.Do", Does: Waits, Bound: []Bound{"ctx:0", "field:github.com/timeoutlint/timeoutlint/budget.Policy.Ceiling", "field:github.com/timeoutlint/timeoutlint/budget.Retry.Total"}, Repeats: "arg:2", Only: Coded, Source: "do.go:35", Note: "each attempt at most Ceiling, and Attempts of them; the function must honour its context"},
		{Name: "github.com/timeoutlint/timeoutlint/budget.DoOr", Does: Waits, Bound: []Bound{"ctx:0", "field:github.com/timeoutlint/timeoutlint/budget.Policy.Ceiling", "field:github.com/timeoutlint/timeoutlint/budget.Retry.Total"}, Repeats: "arg:2", Only: Coded, Source: "do.go:77", Note: "the fallback runs with the caller's context"},
		{Name: "(github.com/timeoutlint/timeoutlint/budget.Plan).Do", Does: Waits, Bound: []Bound{"ctx:0", "field:github.com/timeoutlint/timeoutlint/budget.Policy.Ceiling", "field:github.com/timeoutlint/timeoutlint/budget.Retry.Total"}, Repeats: "arg:2", Only: Coded, Source: "plan.go:68", Note: "as Do, with the floors of later steps kept back"},
		{Name: "github.com/timeoutlint/timeoutlint/budget.Acquire", Does: Acquires, Bound: []Bound{"arg:1", "ctx:0"}, Source: "pool.go:22"},
		{Name: "(*github.com/timeoutlint/timeoutlint/budget.Dependency).Begin", Does: Acquires, Bound: []Bound{"field:github.com/timeoutlint/timeoutlint/budget.Policy.MaxWait", "ctx:0"}, When: "field:github.com/timeoutlint/timeoutlint/budget.Policy.MaxWait", Source: "begin.go:30", Note: "waits for a slot only with MaxWait"},
	},
	Knobs: []Knob{
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "Ceiling", Stage: Attempt, Default: "1s", Zero: Default, Negative: Refused, Source: "policy.go:20", Note: "the longest one attempt may take"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "Floor", Stage: Attempt, Default: "10ms", Zero: Default, Negative: Disabled, Source: "policy.go:25", Note: "with less left no attempt is made; the default is half the ceiling where that is less"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "Reserve", Stage: Total, Default: "10ms", Zero: Default, Negative: Disabled, Source: "policy.go:29", Note: "kept back for the caller's own work"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "MaxConcurrent", Stage: PoolStage, Unit: "count", Default: "64", Zero: Default, Negative: Unlimited, Source: "policy.go:33", Note: "with a Limiter off unless it is set"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "MaxWait", Stage: Acquire, Default: "0", Zero: Immediate, Negative: Refused, Source: "policy.go:44", Note: "spent from the attempt's own time; 0 does not queue, but with a Limiter it is half the ceiling and Off does not queue"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "MaxIdle", Stage: Attempt, Default: "0", Zero: Disabled, Negative: Refused, Source: "policy.go:51", Note: "between two pieces of an answer's body; 0 leaves it to the attempt's time"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Policy", Form: Field, Name: "SlowCall", Stage: Open, Default: "0", Zero: Disabled, Negative: Disabled, Source: "policy.go:51", Note: "from here a success counts as slow for the breaker; calls with a ceiling of their own are never slow"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Retry", Form: Field, Name: "Base", Stage: RetryTime, Default: "50ms", Zero: Default, Negative: Refused, Source: "policy.go:85"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Retry", Form: Field, Name: "Cap", Stage: RetryTime, Default: "1s", Zero: Default, Negative: Refused, Source: "policy.go:85", Note: "a Retry-After above it ends the operation"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Retry", Form: Field, Name: "Total", Stage: Total, Default: "0", Zero: Disabled, Negative: Refused, Source: "policy.go:89", Note: "the whole operation, waits included; 0 leaves it to the context, the attempts and the ceiling; New refuses one that leaves nothing above reserve and floor"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.Retry", Form: Field, Name: "Window", Stage: RetryTime, Default: "0", Zero: Disabled, Negative: Refused, Source: "policy.go:111", Note: "in which retry tokens that are not used are gone; 0 keeps them"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget", Form: Option, Name: "WithAtMost", Stage: Total, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "deadline.go:26", Note: "never extends a deadline"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget", Form: Option, Name: "Detach", Stage: Total, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "deadline.go:38", Note: "keeps the values, drops cancellation and deadline, has an end of its own"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget", Form: Option, Name: "Within", Stage: Attempt, Zero: Inherited, Negative: Refused, Source: "call.go:75", Note: "for one call, in place of the policy's ceiling"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.ServerOptions", Form: Field, Name: "Default", Stage: Handling, Default: "10s", Zero: Default, Negative: Refused, Source: "middleware.go:15"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.ServerOptions", Form: Field, Name: "Max", Stage: Handling, Default: "30s", Zero: Default, Negative: Refused, Source: "middleware.go:16"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.ServerOptions", Form: Field, Name: "Floor", Stage: Handling, Default: "5ms", Zero: Default, Negative: Refused, Source: "middleware.go:17", Note: "with less left the handler does not run; the default is Default or Max where that is less"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget.ServerOptions", Form: Field, Name: "Reserve", Stage: Handling, Default: "500ms", Zero: Default, Negative: Refused, Source: "middleware.go:24", Note: "keeps the handler's deadline below WriteTimeout; the default is a quarter of that where it is less, or where the reserve leaves less than Floor"},
	},
	Retries: []Retry{
		{Name: "github.com/timeoutlint/timeoutlint/budget.Retry.Attempts", Form: Field, Counts: TotalTries, Default: "3", Zero: Default, Negative: Refused, Jitter: Yes, Backoff: "exponential 50ms x2 to 1s", Ctx: Yes, Source: "policy.go:78", Note: "at most 10; one token each, and one more token for ten first attempts; only what is safe to repeat"},
	},
	Flows: []Flow{
		{Name: "github.com/timeoutlint/timeoutlint/budget.WithAtMost", Keeps: []string{"*"}, Source: "deadline.go:26"},
		{Name: "github.com/timeoutlint/timeoutlint/budget.Detach", Keeps: []string{"value"}, Drops: []string{"deadline", "cancel"}, Source: "deadline.go:38"},
		{Name: "(*github.com/timeoutlint/timeoutlint/budget.Dependency).Client", From: Receiver, Keeps: []string{"Timeout", "Transport"}, Source: "preset.go:23", Note: "dial, handshake, header and total follow from the policy"},
		{Name: "github.com/timeoutlint/timeoutlint/budget.NewServer", From: NoSource, Sets: []Preset{{Field: "ReadHeaderTimeout", Value: "5s"}, {Field: "ReadTimeout", Value: "30s"}, {Field: "WriteTimeout", Value: "35s"}, {Field: "IdleTimeout", Value: "2m"}}, Source: "preset.go:77", Note: "its handler gets a deadline by Middleware"},
	},
	Exempt: []string{
		"github.com/timeoutlint/timeoutlint/budget.New",
		"github.com/timeoutlint/timeoutlint/budget.Middleware",
		"github.com/timeoutlint/timeoutlint/budget.WithOptions",
		"(*github.com/timeoutlint/timeoutlint/budget.Dependency).WithOptions",
		"(*github.com/timeoutlint/timeoutlint/budget.Dependency).Context",
		"(*github.com/timeoutlint/timeoutlint/budget.Dependency).Timeout",
		"(*github.com/timeoutlint/timeoutlint/budget.Dependency).Transport",
	},
}

var budgetBreaker = Library{
	Path:    "github.com/timeoutlint/timeoutlint/budget/breaker",
	Module:  "github.com/timeoutlint/timeoutlint/budget/breaker",
	Version: "v0.0.0",
	Note:    "gobreaker's two-step breaker with a share and a minimum of calls; slow calls count where Policy.SlowCall says what is slow, the caller's leaving and a 4xx do not.",
	Knobs: []Knob{
		{Owner: "github.com/timeoutlint/timeoutlint/budget/breaker.Settings", Form: Field, Name: "Window", Stage: Open, Default: "10s", Zero: Default, Negative: Refused, Source: "breaker.go:28"},
		{Owner: "github.com/timeoutlint/timeoutlint/budget/breaker.Settings", Form: Field, Name: "Open", Stage: Open, Default: "5s", Zero: Default, Negative: Refused, Source: "breaker.go:45"},
	},
	Exempt: []string{
		"github.com/timeoutlint/timeoutlint/budget/breaker.New",
	},
}

var budgetGRPC = Library{
	Path:    "github.com/timeoutlint/timeoutlint/budget/grpcbudget",
	Module:  "github.com/timeoutlint/timeoutlint/budget/grpcbudget",
	Version: "v0.0.0",
	Note:    "Interceptors: a call, or a stream for all its life, is an attempt on the dependency; servers read the options of budget.ServerOptions.",
	Exempt: []string{
		"github.com/timeoutlint/timeoutlint/budget/grpcbudget.UnaryClient",
		"github.com/timeoutlint/timeoutlint/budget/grpcbudget.StreamClient",
		"github.com/timeoutlint/timeoutlint/budget/grpcbudget.UnaryServer",
		"github.com/timeoutlint/timeoutlint/budget/grpcbudget.StreamServer",
		"github.com/timeoutlint/timeoutlint/budget/grpcbudget.With",
	},
}
