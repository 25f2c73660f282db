package knowledge

// Retry by policy: cenkalti/backoff, lestrrat, jpillora.
var backoffV2 = Library{
	Path:    "github.com/cenkalti/backoff",
	Module:  "github.com/cenkalti/backoff",
	Version: "v2.2.1+incompatible",
	Note:    "As v4, but WithMaxRetries(0) never stops.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff.Retry", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:24", Note: "without WithContext no cancellation ends the waits"},
		{Name: "github.com/cenkalti/backoff.RetryNotify", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:30"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cenkalti/backoff.ExponentialBackOff", Form: Field, Name: "MaxElapsedTime", Stage: RetryTime, Default: "0", Zero: Infinite, Source: "exponential.go:116"},
		{Owner: "github.com/cenkalti/backoff.ExponentialBackOff", Form: Field, Name: "InitialInterval", Stage: RetryTime, Default: "500ms", Source: "exponential.go:75"},
		{Owner: "github.com/cenkalti/backoff.ExponentialBackOff", Form: Field, Name: "MaxInterval", Stage: RetryTime, Default: "60s", Source: "exponential.go:78"},
	},
	Retries: []Retry{
		{Name: "github.com/cenkalti/backoff.WithMaxRetries", Form: Option, Counts: ExtraTries, Arg: 1, Default: "unlimited", Zero: Unlimited, Source: "tries.go:23", Note: "0 never stops; v4 stops after the first"},
		{Name: "github.com/cenkalti/backoff.NewExponentialBackOff", Form: Option, Counts: ByTime, Default: "15m", Jitter: Yes, Backoff: "exponential 500ms x1.5 to 60s", Ctx: OptIn, Source: "exponential.go:79"},
	},
	Flows: []Flow{
		{Name: "github.com/cenkalti/backoff.NewExponentialBackOff", From: NoSource, Sets: []Preset{{Field: "MaxElapsedTime", Value: "15m"}, {Field: "InitialInterval", Value: "500ms"}, {Field: "MaxInterval", Value: "60s"}}, Source: "exponential.go:89"},
	},
	Policies: []Policy{
		{Name: "github.com/cenkalti/backoff.NewExponentialBackOff", Attempts: "unlimited", Elapsed: "15m", Delay: Exponential, Jitter: "yes", Source: "exponential.go:83"},
		{Name: "github.com/cenkalti/backoff.ExponentialBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Source: "exponential.go:54", Note: "a literal has no default"},
		{Name: "github.com/cenkalti/backoff.ExponentialBackOff.MaxElapsedTime", Elapsed: "arg:0", Zero: Unlimited, Source: "exponential.go:115"},
		{Name: "github.com/cenkalti/backoff.ExponentialBackOff.RandomizationFactor", Jitter: "arg:0", Source: "exponential.go:119"},
		{Name: "github.com/cenkalti/backoff.NewConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:64"},
		{Name: "github.com/cenkalti/backoff.ConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:54"},
		{Name: "github.com/cenkalti/backoff.ZeroBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "backoff.go:40"},
		{Name: "github.com/cenkalti/backoff.StopBackOff", Attempts: "1", Delay: NoDelay, Source: "backoff.go:48"},
		{Name: "github.com/cenkalti/backoff.WithMaxRetries", From: "arg:0", Attempts: "arg:1+1", Zero: Unlimited, Source: "tries.go:12"},
		{Name: "github.com/cenkalti/backoff.WithContext", From: "arg:0", Ctx: "arg:1", Source: "context.go:23"},
	},
}

var backoffV3 = Library{
	Path:    "github.com/cenkalti/backoff/v3",
	Module:  "github.com/cenkalti/backoff/v3",
	Version: "v3.2.2",
	Note:    "As v4, but WithMaxRetries(0) never stops.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v3.Retry", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:24", Note: "without WithContext no cancellation ends the waits"},
		{Name: "github.com/cenkalti/backoff/v3.RetryNotify", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:30"},
		{Name: "github.com/cenkalti/backoff/v3.RetryNotifyWithTimer", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v3.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:37"},
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
	Policies: []Policy{
		{Name: "github.com/cenkalti/backoff/v3.NewExponentialBackOff", Attempts: "unlimited", Elapsed: "15m", Delay: Exponential, Jitter: "yes", Source: "exponential.go:83"},
		{Name: "github.com/cenkalti/backoff/v3.ExponentialBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Source: "exponential.go:54", Note: "a literal has no default"},
		{Name: "github.com/cenkalti/backoff/v3.ExponentialBackOff.MaxElapsedTime", Elapsed: "arg:0", Zero: Unlimited, Source: "exponential.go:116"},
		{Name: "github.com/cenkalti/backoff/v3.ExponentialBackOff.RandomizationFactor", Jitter: "arg:0", Source: "exponential.go:120"},
		{Name: "github.com/cenkalti/backoff/v3.NewConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:64"},
		{Name: "github.com/cenkalti/backoff/v3.ConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:54"},
		{Name: "github.com/cenkalti/backoff/v3.ZeroBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "backoff.go:40"},
		{Name: "github.com/cenkalti/backoff/v3.StopBackOff", Attempts: "1", Delay: NoDelay, Source: "backoff.go:48"},
		{Name: "github.com/cenkalti/backoff/v3.WithMaxRetries", From: "arg:0", Attempts: "arg:1+1", Zero: Unlimited, Source: "tries.go:12"},
		{Name: "github.com/cenkalti/backoff/v3.WithContext", From: "arg:0", Ctx: "arg:1", Source: "context.go:23"},
	},
}

var backoffV4 = Library{
	Path:    "github.com/cenkalti/backoff/v4",
	Module:  "github.com/cenkalti/backoff/v4",
	Version: "v4.3.0",
	Note:    "Limits time, not attempts: 15m in NewExponentialBackOff, none in a literal. Contexts by WithContext only.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v4.Retry", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:37", Note: "without WithContext no cancellation ends the waits"},
		{Name: "github.com/cenkalti/backoff/v4.RetryNotify", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:48"},
		{Name: "github.com/cenkalti/backoff/v4.RetryWithData", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:42"},
		{Name: "github.com/cenkalti/backoff/v4.RetryNotifyWithData", Does: Waits, Bound: []Bound{"builder:github.com/cenkalti/backoff/v4.WithContext"}, Repeats: "arg:0", Policy: "arg:1", Source: "retry.go:53"},
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
	Policies: []Policy{
		{Name: "github.com/cenkalti/backoff/v4.NewExponentialBackOff", Options: "arg:0", Attempts: "unlimited", Elapsed: "15m", Delay: Exponential, Jitter: "yes", Source: "exponential.go:87"},
		{Name: "github.com/cenkalti/backoff/v4.ExponentialBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Source: "exponential.go:54", Note: "a literal has no default"},
		{Name: "github.com/cenkalti/backoff/v4.ExponentialBackOff.MaxElapsedTime", Elapsed: "arg:0", Zero: Unlimited, Source: "exponential.go:176"},
		{Name: "github.com/cenkalti/backoff/v4.ExponentialBackOff.RandomizationFactor", Jitter: "arg:0", Source: "exponential.go:174"},
		{Name: "github.com/cenkalti/backoff/v4.NewConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:64"},
		{Name: "github.com/cenkalti/backoff/v4.ConstantBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff.go:57"},
		{Name: "github.com/cenkalti/backoff/v4.ZeroBackOff", Attempts: "unlimited", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "backoff.go:40"},
		{Name: "github.com/cenkalti/backoff/v4.StopBackOff", Attempts: "1", Delay: NoDelay, Source: "backoff.go:48"},
		{Name: "github.com/cenkalti/backoff/v4.WithMaxRetries", From: "arg:0", Attempts: "arg:1+1", Zero: SingleTry, Source: "tries.go:12"},
		{Name: "github.com/cenkalti/backoff/v4.WithContext", From: "arg:0", Ctx: "arg:1", Source: "context.go:23"},
		{Name: "github.com/cenkalti/backoff/v4.WithMaxElapsedTime", Elapsed: "arg:0", Zero: Unlimited, Source: "exponential.go:133"},
		{Name: "github.com/cenkalti/backoff/v4.WithRandomizationFactor", Jitter: "arg:0", Source: "exponential.go:112"},
		{Name: "github.com/cenkalti/backoff/v4.WithInitialInterval", Source: "exponential.go:105"},
		{Name: "github.com/cenkalti/backoff/v4.WithMultiplier", Source: "exponential.go:119"},
		{Name: "github.com/cenkalti/backoff/v4.WithMaxInterval", Source: "exponential.go:126"},
		{Name: "github.com/cenkalti/backoff/v4.WithRetryStopDuration", Source: "exponential.go:140"},
		{Name: "github.com/cenkalti/backoff/v4.WithClockProvider", Source: "exponential.go:147"},
	},
}

var backoffV5 = Library{
	Path:    "github.com/cenkalti/backoff/v5",
	Module:  "github.com/cenkalti/backoff/v5",
	Version: "v5.0.3",
	Note:    "Tries count the first, unlike v4.",
	Calls: []Call{
		{Name: "github.com/cenkalti/backoff/v5.Retry", Does: Waits, Bound: []Bound{"ctx:0", "option:github.com/cenkalti/backoff/v5.WithMaxElapsedTime"}, Repeats: "arg:1", Policy: "self", Source: "retry.go:68"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cenkalti/backoff/v5", Form: Option, Name: "WithMaxElapsedTime", Stage: RetryTime, Default: "15m", Zero: Infinite, Negative: Infinite, Source: "retry.go:122"},
	},
	Retries: []Retry{
		{Name: "github.com/cenkalti/backoff/v5.WithMaxTries", Form: Option, Counts: TotalTries, Default: "unlimited", Zero: Unlimited, Ctx: Yes, Source: "retry.go:93", Note: "0 is no limit of number; v4 counted retries"},
		{Name: "github.com/cenkalti/backoff/v5.Retry", Form: Option, Counts: ByTime, Default: "15m", Jitter: Yes, Backoff: "exponential 500ms x1.5 to 60s", Ctx: Yes, Source: "retry.go:10"},
	},
	Policies: []Policy{
		{Name: "github.com/cenkalti/backoff/v5.Retry", Options: "arg:2", Attempts: "unlimited", Elapsed: "15m", Delay: Exponential, Jitter: "yes", Ctx: "arg:0", Source: "retry.go:68"},
		{Name: "github.com/cenkalti/backoff/v5.WithBackOff", From: "arg:0", Source: "retry.go:30"},
		{Name: "github.com/cenkalti/backoff/v5.WithMaxTries", Attempts: "arg:0", Zero: Unlimited, Source: "retry.go:51"},
		{Name: "github.com/cenkalti/backoff/v5.WithMaxElapsedTime", Elapsed: "arg:0", Zero: Unlimited, Negative: Unlimited, Source: "retry.go:58"},
		{Name: "github.com/cenkalti/backoff/v5.WithNotify", Source: "retry.go:44"},
		{Name: "github.com/cenkalti/backoff/v5.NewExponentialBackOff", Delay: Exponential, Jitter: "yes", Source: "exponential.go:64"},
		{Name: "github.com/cenkalti/backoff/v5.ExponentialBackOff", Delay: Exponential, Jitter: "no", Source: "exponential.go:47", Note: "a literal has no default"},
		{Name: "github.com/cenkalti/backoff/v5.ExponentialBackOff.RandomizationFactor", Jitter: "arg:0", Source: "exponential.go:88"},
		{Name: "github.com/cenkalti/backoff/v5.NewConstantBackOff", Delay: Constant, Jitter: "no", Source: "backoff.go:64"},
		{Name: "github.com/cenkalti/backoff/v5.ConstantBackOff", Delay: Constant, Jitter: "no", Source: "backoff.go:57"},
		{Name: "github.com/cenkalti/backoff/v5.ZeroBackOff", Delay: NoDelay, Jitter: "no", Source: "backoff.go:40"},
		{Name: "github.com/cenkalti/backoff/v5.StopBackOff", Attempts: "1", Source: "backoff.go:48"},
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
