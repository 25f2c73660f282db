package knowledge

// Retry by policy: cenkalti/backoff, lestrrat, jpillora.
var backoffV3 = Library{
	Path:    "github.com/cenkalti/backoff/v3",
	Module:  "github.com/cenkalti/backoff/v3",
	Version: "v3.2.2",
	Note:    "As v4, but WithMaxRetries(0) never stops.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v3.Retry", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Source: "retry.go:24", Note: "without WithContext no cancellation ends the waits"},
		{Name: "github.com/cenkalti/backoff/v3.RetryNotify", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Source: "retry.go:30"},
		{Name: "github.com/cenkalti/backoff/v3.RetryNotifyWithTimer", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Source: "retry.go:37"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cenkalti/backoff/v3.ExponentialBackOff", Form: Field, Name: "MaxElapsedTime", Stage: RetryTime, Default: "0", Zero: Infinite, Source: "exponential.go:116"},
		{Owner: "github.com/cenkalti/backoff/v3.ExponentialBackOff", Form: Field, Name: "InitialInterval", Stage: RetryTime, Default: "500ms", Source: "exponential.go:75"},
		{Owner: "github.com/cenkalti/backoff/v3.ExponentialBackOff", Form: Field, Name: "MaxInterval", Stage: RetryTime, Default: "60s", Source: "exponential.go:78"},
	},
	Retries: []Retry{
		{Name: "github.com/cenkalti/backoff/v3.WithMaxRetries", Form: Option, Counts: ExtraTries, Arg: 1, Default: "unlimited", Zero: Unlimited, Source: "tries.go:23", Note: "0 never stops; v4 stops after the first"},
		{Name: "github.com/cenkalti/backoff/v3.NewExponentialBackOff", Form: Option, Counts: ByTime, Default: "15m", Jitter: Yes, Backoff: "exponential 500ms x1.5 to 60s", Ctx: OptIn, Source: "exponential.go:79"},
	},
	Flows: []Flow{
		{Name: "github.com/cenkalti/backoff/v3.NewExponentialBackOff", From: NoSource, Sets: []Preset{{Field: "MaxElapsedTime", Value: "15m"}, {Field: "InitialInterval", Value: "500ms"}, {Field: "MaxInterval", Value: "60s"}}, Source: "exponential.go:89"},
	},
}

var backoffV4 = Library{
	Path:    "github.com/cenkalti/backoff/v4",
	Module:  "github.com/cenkalti/backoff/v4",
	Version: "v4.3.0",
	Note:    "Limits time, not attempts: 15m in NewExponentialBackOff, none in a literal. Contexts by WithContext only.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v4.Retry", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Source: "retry.go:37", Note: "without WithContext no cancellation ends the waits"},
		{Name: "github.com/cenkalti/backoff/v4.RetryNotify", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Source: "retry.go:48"},
		{Name: "github.com/cenkalti/backoff/v4.RetryWithData", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Source: "retry.go:42"},
		{Name: "github.com/cenkalti/backoff/v4.RetryNotifyWithData", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Source: "retry.go:53"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cenkalti/backoff/v4.ExponentialBackOff", Form: Field, Name: "MaxElapsedTime", Stage: RetryTime, Default: "0", Zero: Infinite, Source: "exponential.go:176"},
		{Owner: "github.com/cenkalti/backoff/v4.ExponentialBackOff", Form: Field, Name: "InitialInterval", Stage: RetryTime, Default: "500ms", Source: "exponential.go:79"},
		{Owner: "github.com/cenkalti/backoff/v4.ExponentialBackOff", Form: Field, Name: "MaxInterval", Stage: RetryTime, Default: "60s", Source: "exponential.go:82"},
		{Owner: "github.com/cenkalti/backoff/v4.ExponentialBackOff", Form: Field, Name: "RandomizationFactor", Stage: RetryTime, Unit: "ratio", Default: "0.5", Zero: Literal, Source: "exponential.go:80", Note: "0: no jitter"},
		{Owner: "github.com/cenkalti/backoff/v4.ConstantBackOff", Form: Field, Name: "Interval", Stage: RetryTime, Default: "0", Zero: Immediate, Source: "backoff.go:57", Note: "0 tries without pause and without end"},
	},
	Retries: []Retry{
		{Name: "github.com/cenkalti/backoff/v4.WithMaxRetries", Form: Option, Counts: ExtraTries, Arg: 1, Default: "unlimited", Zero: SingleTry, Source: "tries.go:23"},
		{Name: "github.com/cenkalti/backoff/v4.NewExponentialBackOff", Form: Option, Counts: ByTime, Default: "15m", Jitter: Yes, Backoff: "exponential 500ms x1.5 to 60s", Ctx: OptIn, Source: "exponential.go:83"},
	},
	Flows: []Flow{
		{Name: "github.com/cenkalti/backoff/v4.NewExponentialBackOff", From: NoSource, Sets: []Preset{{Field: "MaxElapsedTime", Value: "15m"}, {Field: "InitialInterval", Value: "500ms"}, {Field: "MaxInterval", Value: "60s"}}, Source: "exponential.go:87"},
	},
}

var backoffV5 = Library{
	Path:    "github.com/cenkalti/backoff/v5",
	Module:  "github.com/cenkalti/backoff/v5",
	Version: "v5.0.3",
	Note:    "Tries count the first, unlike v4.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v5.Retry", Does: Waits, Bound: []Bound{"ctx:0", "option:github.com/cenkalti/backoff/v5.WithMaxElapsedTime"}, Repeats: "arg:1", Source: "retry.go:68"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cenkalti/backoff/v5", Form: Option, Name: "WithMaxElapsedTime", Stage: RetryTime, Default: "15m", Zero: Infinite, Negative: Infinite, Source: "retry.go:122"},
	},
	Retries: []Retry{
		{Name: "github.com/cenkalti/backoff/v5.WithMaxTries", Form: Option, Counts: TotalTries, Default: "unlimited", Zero: Unlimited, Ctx: Yes, Source: "retry.go:93", Note: "0 is no limit of number; v4 counted retries"},
		{Name: "github.com/cenkalti/backoff/v5.Retry", Form: Option, Counts: ByTime, Default: "15m", Jitter: Yes, Backoff: "exponential 500ms x1.5 to 60s", Ctx: Yes, Source: "retry.go:10"},
	},
}

var jpilloraBackoff = Library{
	Path:    "github.com/jpillora/backoff",
	Module:  "github.com/jpillora/backoff",
	Version: "v1.1.0",
	Note:    "Computes delays and never stops by itself.",
	Knobs: []Knob{
		{Owner: "github.com/jpillora/backoff.Backoff", Form: Field, Name: "Min", Stage: RetryTime, Default: "100ms", Zero: Default, Negative: Default, Source: "backoff.go:61"},
		{Owner: "github.com/jpillora/backoff.Backoff", Form: Field, Name: "Max", Stage: RetryTime, Default: "10s", Zero: Default, Negative: Default, Source: "backoff.go:65"},
		{Owner: "github.com/jpillora/backoff.Backoff", Form: Field, Name: "Jitter", Stage: RetryTime, Unit: "bool", Default: "false", Source: "backoff.go:29"},
	},
	Retries: []Retry{
		{Name: "(*github.com/jpillora/backoff.Backoff).Duration", Form: Method, Counts: NoCount, Jitter: No, Backoff: "exponential 100ms x2 to 10s", Ctx: NA, Source: "backoff.go:28"},
	},
}

var lestrratBackoff = Library{
	Path:    "github.com/lestrrat-go/backoff/v2",
	Module:  "github.com/lestrrat-go/backoff/v2",
	Version: "v2.0.8",
	Calls: []Call{
		{Name: "github.com/lestrrat-go/backoff/v2.Continue", Does: Sleeps, Bound: []Bound{"recvctx"}, Source: "backoff.go:24", Note: "the context is that of Policy.Start"},
	},
	Knobs: []Knob{
		{Owner: "github.com/lestrrat-go/backoff/v2", Form: Option, Name: "WithMaxInterval", Stage: RetryTime, Default: "1m", Source: "exponential.go:17"},
		{Owner: "github.com/lestrrat-go/backoff/v2", Form: Option, Name: "WithMinInterval", Stage: RetryTime, Default: "500ms", Source: "exponential.go:18"},
		{Owner: "github.com/lestrrat-go/backoff/v2", Form: Option, Name: "WithInterval", Stage: RetryTime, Default: "1m", Source: "constant.go:15"},
		{Owner: "github.com/lestrrat-go/backoff/v2", Form: Option, Name: "WithJitterFactor", Stage: RetryTime, Unit: "ratio", Default: "0", Zero: Disabled, Negative: Disabled, Source: "jitter.go:13", Note: "1 and more turns it off without a word"},
	},
	Retries: []Retry{
		{Name: "github.com/lestrrat-go/backoff/v2.WithMaxRetries", Form: Option, Counts: ExtraTries, Default: "10", Zero: Unlimited, Negative: Unlimited, Jitter: No, Backoff: "exponential 500ms x1.5 to 1m", Ctx: Yes, Source: "controller.go:24", Note: "0 and less never stops"},
	},
	Exempt: []string{
		"(github.com/lestrrat-go/backoff/v2.Policy).Start",
	},
}
