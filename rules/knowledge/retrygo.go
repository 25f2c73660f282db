package knowledge

// Retry by call: avast/retry-go, sethvargo/go-retry, eapache, matryer, Rican7.
var avastRetryV3 = Library{
	Path:    "github.com/avast/retry-go/v3",
	Module:  "github.com/avast/retry-go/v3",
	Version: "v3.1.1",
	Note:    "The context is Background unless Context is given. Attempts(0) calls nothing: since v4 it goes on until it succeeds.",
	Calls: []Call{
		{Name: "github.com/avast/retry-go/v3.Do", Does: Waits, Bound: []Bound{"option:github.com/avast/retry-go/v3.Context", "option:github.com/avast/retry-go/v3.Attempts"}, Repeats: "arg:0", Policy: "self", Source: "retry.go:83"},
	},
	Knobs: []Knob{
		{Owner: "github.com/avast/retry-go/v3", Form: Option, Name: "Delay", Stage: RetryTime, Default: "100ms", Source: "retry.go:153"},
		{Owner: "github.com/avast/retry-go/v3", Form: Option, Name: "MaxDelay", Stage: RetryTime, Default: "0", Zero: Unlimited, Source: "retry.go:124"},
		{Owner: "github.com/avast/retry-go/v3", Form: Option, Name: "MaxJitter", Stage: RetryTime, Default: "100ms", Zero: Refused, Source: "options.go:111", Note: "0 panics when the first attempt has failed"},
	},
	Retries: []Retry{
		{Name: "github.com/avast/retry-go/v3.Attempts", Form: Option, Counts: TotalTries, Default: "10", Zero: NeverRuns, Jitter: Yes, Backoff: "exponential 100ms x2", Ctx: OptIn, Source: "retry.go:106", Note: "0 calls nothing, and with LastErrorOnly there is no error either"},
	},
	Policies: []Policy{
		{Name: "github.com/avast/retry-go/v3.Do", Options: "arg:1", Attempts: "10", Elapsed: "unlimited", Delay: Exponential, Jitter: "yes", Source: "retry.go:83"},
		{Name: "github.com/avast/retry-go/v3.Attempts", Attempts: "arg:0", Zero: NeverRuns, Source: "options.go:47"},
		{Name: "github.com/avast/retry-go/v3.Context", Ctx: "arg:0", Source: "options.go:194"},
		{Name: "github.com/avast/retry-go/v3.RetryIf", Picks: true, Source: "options.go:174"},
		{Name: "github.com/avast/retry-go/v3.DelayType", From: "arg:0", Source: "options.go:78"},
		{Name: "github.com/avast/retry-go/v3.FixedDelay", Delay: Constant, Jitter: "no", Source: "options.go:105"},
		{Name: "github.com/avast/retry-go/v3.BackOffDelay", Delay: Exponential, Jitter: "no", Source: "options.go:85"},
		{Name: "github.com/avast/retry-go/v3.RandomDelay", Delay: Constant, Jitter: "yes", Source: "options.go:110"},
		{Name: "github.com/avast/retry-go/v3.CombineDelay", Options: "arg:0", Jitter: "any", Source: "options.go:115"},
		{Name: "github.com/avast/retry-go/v3.Delay", Source: "options.go:55"},
		{Name: "github.com/avast/retry-go/v3.MaxDelay", Source: "options.go:63"},
		{Name: "github.com/avast/retry-go/v3.MaxJitter", Source: "options.go:70"},
		{Name: "github.com/avast/retry-go/v3.OnRetry", Source: "options.go:143"},
		{Name: "github.com/avast/retry-go/v3.LastErrorOnly", Source: "options.go:39"},
	},
}

var avastRetryV4 = Library{
	Path:    "github.com/avast/retry-go/v4",
	Module:  "github.com/avast/retry-go/v4",
	Version: "v4.7.0",
	Note:    "The context is Background unless Context is given.",
	Calls: []Call{
		{Name: "github.com/avast/retry-go/v4.Do", Does: Waits, Bound: []Bound{"option:github.com/avast/retry-go/v4.Context", "option:github.com/avast/retry-go/v4.Attempts"}, Repeats: "arg:0", Policy: "self", Source: "retry.go:114"},
		{Name: "github.com/avast/retry-go/v4.DoWithData", Does: Waits, Bound: []Bound{"option:github.com/avast/retry-go/v4.Context", "option:github.com/avast/retry-go/v4.Attempts"}, Repeats: "arg:0", Policy: "self", Source: "retry.go:123"},
	},
	Knobs: []Knob{
		{Owner: "github.com/avast/retry-go/v4", Form: Option, Name: "Delay", Stage: RetryTime, Default: "100ms", Source: "retry.go:229"},
		{Owner: "github.com/avast/retry-go/v4", Form: Option, Name: "MaxDelay", Stage: RetryTime, Default: "0", Zero: Unlimited, Source: "retry.go:342"},
		{Owner: "github.com/avast/retry-go/v4", Form: Option, Name: "MaxJitter", Stage: RetryTime, Default: "100ms", Source: "retry.go:230"},
	},
	Retries: []Retry{
		{Name: "github.com/avast/retry-go/v4.Attempts", Form: Option, Counts: TotalTries, Default: "10", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 100ms x2", Ctx: OptIn, Source: "options.go:54", Note: "0 goes on until it succeeds"},
		{Name: "github.com/avast/retry-go/v4.UntilSucceeded", Form: Option, Counts: NoCount, Ctx: OptIn, Source: "options.go:63"},
	},
	Policies: []Policy{
		{Name: "github.com/avast/retry-go/v4.Do", Options: "arg:1", Attempts: "10", Elapsed: "unlimited", Delay: Exponential, Jitter: "yes", Source: "retry.go:114"},
		{Name: "github.com/avast/retry-go/v4.DoWithData", Options: "arg:1", Attempts: "10", Elapsed: "unlimited", Delay: Exponential, Jitter: "yes", Source: "retry.go:123"},
		{Name: "github.com/avast/retry-go/v4.Attempts", Attempts: "arg:0", Zero: Unlimited, Source: "options.go:56"},
		{Name: "github.com/avast/retry-go/v4.Context", Ctx: "arg:0", Source: "options.go:261"},
		{Name: "github.com/avast/retry-go/v4.RetryIf", Picks: true, Source: "options.go:238"},
		{Name: "github.com/avast/retry-go/v4.DelayType", From: "arg:0", Source: "options.go:105"},
		{Name: "github.com/avast/retry-go/v4.FixedDelay", Delay: Constant, Jitter: "no", Source: "options.go:137"},
		{Name: "github.com/avast/retry-go/v4.BackOffDelay", Delay: Exponential, Jitter: "no", Source: "options.go:115"},
		{Name: "github.com/avast/retry-go/v4.RandomDelay", Delay: Constant, Jitter: "yes", Source: "options.go:142"},
		{Name: "github.com/avast/retry-go/v4.CombineDelay", Options: "arg:0", Jitter: "any", Source: "options.go:147"},
		{Name: "github.com/avast/retry-go/v4.Delay", Source: "options.go:82"},
		{Name: "github.com/avast/retry-go/v4.MaxDelay", Source: "options.go:90"},
		{Name: "github.com/avast/retry-go/v4.MaxJitter", Source: "options.go:97"},
		{Name: "github.com/avast/retry-go/v4.OnRetry", Source: "options.go:204"},
		{Name: "github.com/avast/retry-go/v4.LastErrorOnly", Source: "options.go:48"},
		{Name: "github.com/avast/retry-go/v4.WithTimer", Source: "options.go:284"},
		{Name: "github.com/avast/retry-go/v4.WrapContextErrorWithLastError", Source: "options.go:307"},
		{Name: "github.com/avast/retry-go/v4.AttemptsForError", Picks: true, Source: "options.go:74"},
		{Name: "github.com/avast/retry-go/v4.UntilSucceeded", Attempts: "unlimited", Source: "options.go:63"},
		{Name: "github.com/avast/retry-go/v4.FullJitterBackoffDelay", Delay: Exponential, Jitter: "yes", Source: "options.go:167"},
	},
}

var avastRetryV5 = Library{
	Path:    "github.com/avast/retry-go/v5",
	Module:  "github.com/avast/retry-go/v5",
	Version: "v5.1.1",
	Calls: []Call{
		{Name: "(*github.com/avast/retry-go/v5.Retrier).Do", Does: Waits, Bound: []Bound{"option:github.com/avast/retry-go/v5.Context", "option:github.com/avast/retry-go/v5.Attempts"}, Repeats: "arg:0", Policy: "recv", Source: "retry.go:170"},
		{Name: "(*github.com/avast/retry-go/v5.RetrierWithData).Do", Does: Waits, Bound: []Bound{"option:github.com/avast/retry-go/v5.Context", "option:github.com/avast/retry-go/v5.Attempts"}, Repeats: "arg:0", Policy: "recv", Source: "retry.go:180"},
	},
	Knobs: []Knob{
		{Owner: "github.com/avast/retry-go/v5", Form: Option, Name: "MaxDelay", Stage: RetryTime, Default: "0", Zero: Unlimited, Source: "options.go:176"},
	},
	Retries: []Retry{
		{Name: "github.com/avast/retry-go/v5.Attempts", Form: Option, Counts: TotalTries, Default: "10", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 100ms", Ctx: OptIn, Source: "options.go:88"},
	},
	Policies: []Policy{
		{Name: "github.com/avast/retry-go/v5.New", Options: "arg:0", Attempts: "10", Elapsed: "unlimited", Delay: Exponential, Jitter: "yes", Source: "options.go:120"},
		{Name: "github.com/avast/retry-go/v5.NewWithData", Options: "arg:0", Attempts: "10", Elapsed: "unlimited", Delay: Exponential, Jitter: "yes", Source: "options.go:126"},
		{Name: "github.com/avast/retry-go/v5.Attempts", Attempts: "arg:0", Zero: Unlimited, Source: "options.go:142"},
		{Name: "github.com/avast/retry-go/v5.Context", Ctx: "arg:0", Source: "options.go:343"},
		{Name: "github.com/avast/retry-go/v5.RetryIf", Picks: true, Source: "options.go:319"},
		{Name: "github.com/avast/retry-go/v5.DelayType", From: "arg:0", Source: "options.go:191"},
		{Name: "github.com/avast/retry-go/v5.FixedDelay", Delay: Constant, Jitter: "no", Source: "options.go:211"},
		{Name: "github.com/avast/retry-go/v5.BackOffDelay", Delay: Exponential, Jitter: "no", Source: "options.go:201"},
		{Name: "github.com/avast/retry-go/v5.RandomDelay", Delay: Constant, Jitter: "yes", Source: "options.go:216"},
		{Name: "github.com/avast/retry-go/v5.CombineDelay", Options: "arg:0", Jitter: "any", Source: "options.go:225"},
		{Name: "github.com/avast/retry-go/v5.Delay", Source: "options.go:168"},
		{Name: "github.com/avast/retry-go/v5.MaxDelay", Source: "options.go:176"},
		{Name: "github.com/avast/retry-go/v5.MaxJitter", Source: "options.go:183"},
		{Name: "github.com/avast/retry-go/v5.OnRetry", Source: "options.go:284"},
		{Name: "github.com/avast/retry-go/v5.LastErrorOnly", Source: "options.go:134"},
		{Name: "github.com/avast/retry-go/v5.WithTimer", Source: "options.go:367"},
		{Name: "github.com/avast/retry-go/v5.WrapContextErrorWithLastError", Source: "options.go:391"},
		{Name: "github.com/avast/retry-go/v5.AttemptsForError", Picks: true, Source: "options.go:160"},
		{Name: "github.com/avast/retry-go/v5.UntilSucceeded", Attempts: "unlimited", Source: "options.go:149"},
		{Name: "github.com/avast/retry-go/v5.FullJitterBackoffDelay", Delay: Exponential, Jitter: "yes", Source: "options.go:245"},
	},
}

var sethvargoRetry = Library{
	Path:    "github.com/sethvargo/go-retry",
	Module:  "github.com/sethvargo/go-retry",
	Version: "v0.5.0",
	Note:    "Only what RetryableError wraps is retried, and that for ever without WithMaxRetries or WithMaxDuration.",
	Calls: []Call{
		{Name: "github.com/sethvargo/go-retry.Do", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:2", Only: Marked, Policy: "arg:1", Source: "retry.go:90"},
		{Name: "github.com/sethvargo/go-retry.DoValue", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:2", Only: Marked, Policy: "arg:1", Source: "retry.go:52"},
		{Name: "github.com/sethvargo/go-retry.Constant", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:2", Only: Marked, Policy: "self", Source: "backoff_constant.go:10"},
		{Name: "github.com/sethvargo/go-retry.Exponential", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:2", Only: Marked, Policy: "self", Source: "backoff_exponential.go:17"},
		{Name: "github.com/sethvargo/go-retry.Fibonacci", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:2", Only: Marked, Policy: "self", Source: "backoff_fibonacci.go:18"},
	},
	Knobs: []Knob{
		{Owner: "github.com/sethvargo/go-retry", Form: Option, Name: "WithMaxDuration", Stage: RetryTime, Default: "none", Zero: Immediate, Negative: Immediate, Source: "backoff.go:164", Note: "0: one try"},
		{Owner: "github.com/sethvargo/go-retry", Form: Option, Name: "WithCappedDuration", Stage: RetryTime, Default: "none", Source: "backoff.go:143"},
		{Owner: "github.com/sethvargo/go-retry", Form: Option, Name: "WithJitter", Stage: RetryTime, Default: "none", Zero: Disabled, Negative: Disabled, Source: "backoff.go:37"},
	},
	Retries: []Retry{
		{Name: "github.com/sethvargo/go-retry.WithMaxRetries", Form: Option, Counts: ExtraTries, Default: "unlimited", Zero: SingleTry, Jitter: No, Ctx: Yes, Source: "backoff.go:125"},
		{Name: "github.com/sethvargo/go-retry.NewExponential", Form: Option, Counts: NoCount, Jitter: No, Backoff: "exponential x2", Ctx: Yes, Source: "backoff_exponential.go:30", Note: "a base of 0 panics"},
	},
	Policies: []Policy{
		{Name: "github.com/sethvargo/go-retry.Do", Picks: true, Ctx: "arg:0", Source: "retry.go:90"},
		{Name: "github.com/sethvargo/go-retry.DoValue", Picks: true, Ctx: "arg:0", Source: "retry.go:52"},
		{Name: "github.com/sethvargo/go-retry.Constant", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Picks: true, Ctx: "arg:0", Source: "backoff_constant.go:10"},
		{Name: "github.com/sethvargo/go-retry.Exponential", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Picks: true, Ctx: "arg:0", Source: "backoff_exponential.go:17"},
		{Name: "github.com/sethvargo/go-retry.Fibonacci", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Picks: true, Ctx: "arg:0", Source: "backoff_fibonacci.go:18"},
		{Name: "github.com/sethvargo/go-retry.NewConstant", Attempts: "unlimited", Elapsed: "unlimited", Delay: Constant, Jitter: "no", Source: "backoff_constant.go:17"},
		{Name: "github.com/sethvargo/go-retry.NewExponential", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Source: "backoff_exponential.go:28"},
		{Name: "github.com/sethvargo/go-retry.NewFibonacci", Attempts: "unlimited", Elapsed: "unlimited", Delay: Exponential, Jitter: "no", Source: "backoff_fibonacci.go:30"},
		{Name: "github.com/sethvargo/go-retry.WithMaxRetries", From: "arg:1", Attempts: "arg:0+1", Zero: SingleTry, Source: "backoff.go:117"},
		{Name: "github.com/sethvargo/go-retry.WithMaxDuration", From: "arg:1", Elapsed: "arg:0", Zero: SingleTry, Negative: SingleTry, Source: "backoff.go:160"},
		{Name: "github.com/sethvargo/go-retry.WithCappedDuration", From: "arg:1", Source: "backoff.go:143"},
		{Name: "github.com/sethvargo/go-retry.WithJitter", From: "arg:1", Jitter: "arg:0", Source: "backoff.go:30"},
		{Name: "github.com/sethvargo/go-retry.WithJitterPercent", From: "arg:1", Jitter: "arg:0", Source: "backoff.go:61"},
		{Name: "github.com/sethvargo/go-retry.WithFullJitter", From: "arg:0", Jitter: "yes", Source: "backoff.go:101"},
	},
}

var eapacheRetrier = Library{
	Path:    "github.com/eapache/go-resiliency/retrier",
	Module:  "github.com/eapache/go-resiliency",
	Version: "v1.7.0",
	Calls: []Call{
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).Run", Does: Waits, Repeats: "arg:0", Policy: "recv", Instead: "RunCtx", Source: "retrier/retrier.go:55"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).RunCtx", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:1", Policy: "recv", Source: "retrier/retrier.go:67"},
	},
	Retries: []Retry{
		{Name: "github.com/eapache/go-resiliency/retrier.ConstantBackoff", Form: Option, Counts: ExtraTries, Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "constant", Ctx: OptIn, Source: "retrier/backoffs.go:6", Note: "below 0 panics"},
		{Name: "github.com/eapache/go-resiliency/retrier.ExponentialBackoff", Form: Option, Counts: ExtraTries, Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "exponential x2", Ctx: OptIn, Source: "retrier/backoffs.go:16"},
		{Name: "github.com/eapache/go-resiliency/retrier.LimitedExponentialBackoff", Form: Option, Counts: ExtraTries, Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "exponential x2", Ctx: OptIn, Source: "retrier/backoffs.go:28"},
		{Name: "github.com/eapache/go-resiliency/retrier.New", Form: Option, Counts: ExtraTries, Zero: SingleTry, Jitter: No, Backoff: "the caller's", Ctx: OptIn, Source: "retrier/retrier.go:88"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).WithInfiniteRetry", Form: Method, Counts: NoCount, Default: "off", Ctx: OptIn, Source: "retrier/retrier.go:41"},
	},
	Exempt: []string{
		"github.com/eapache/go-resiliency/retrier.New",
	},
	Policies: []Policy{
		{Name: "github.com/eapache/go-resiliency/retrier.New", From: "arg:0", Elapsed: "unlimited", Jitter: "no", Picks: true, Source: "retrier/retrier.go:27", Note: "a classifier picks; nil and DefaultClassifier repeat every error"},
		{Name: "github.com/eapache/go-resiliency/retrier.ConstantBackoff", Attempts: "arg:0+1", Zero: SingleTry, Delay: Constant, Source: "retrier/backoffs.go:6"},
		{Name: "github.com/eapache/go-resiliency/retrier.ExponentialBackoff", Attempts: "arg:0+1", Zero: SingleTry, Delay: Exponential, Source: "retrier/backoffs.go:16"},
		{Name: "github.com/eapache/go-resiliency/retrier.LimitedExponentialBackoff", Attempts: "arg:0+1", Zero: SingleTry, Delay: Exponential, Source: "retrier/backoffs.go:29"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).WithInfiniteRetry", From: "recv", Attempts: "unlimited", Source: "retrier/retrier.go:42"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).WithSurfaceWorkErrors", From: "recv", Source: "retrier/retrier.go:49"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).SetJitter", From: "recv", Jitter: "arg:0", Source: "retrier/retrier.go:128"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).Run", Source: "retrier/retrier.go:55"},
		{Name: "(*github.com/eapache/go-resiliency/retrier.Retrier).RunCtx", Ctx: "arg:0", Source: "retrier/retrier.go:67"},
	},
}

var eapacheDeadline = Library{
	Path:    "github.com/eapache/go-resiliency/deadline",
	Module:  "github.com/eapache/go-resiliency",
	Version: "v1.7.0",
	Calls: []Call{
		{Name: "(*github.com/eapache/go-resiliency/deadline.Deadline).Run", Does: Waits, Bound: []Bound{"option:github.com/eapache/go-resiliency/deadline.New"}, Source: "deadline/deadline.go:30", Note: "the work goes on behind"},
	},
	Knobs: []Knob{
		{Owner: "github.com/eapache/go-resiliency/deadline", Form: Option, Name: "New", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "deadline/deadline.go:38"},
	},
}

var eapacheSemaphore = Library{
	Path:    "github.com/eapache/go-resiliency/semaphore",
	Module:  "github.com/eapache/go-resiliency",
	Version: "v1.7.0",
	Calls: []Call{
		{Name: "(*github.com/eapache/go-resiliency/semaphore.Semaphore).Acquire", Does: Acquires, Bound: []Bound{"option:github.com/eapache/go-resiliency/semaphore.New"}, Source: "semaphore/semaphore.go:31"},
	},
	Knobs: []Knob{
		{Owner: "github.com/eapache/go-resiliency/semaphore", Form: Option, Name: "New", Stage: Acquire, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "semaphore/semaphore.go:32"},
	},
}

var matryerTry = Library{
	Path:    "github.com/matryer/try",
	Module:  "github.com/matryer/try",
	Version: "v0.0.0-20161228173917-9ac251b645a2",
	Note:    "One number of attempts for the whole program, and no pause between them.",
	Calls: []Call{
		{Name: "github.com/matryer/try.Do", Does: Waits, Bound: []Bound{"option:github.com/matryer/try.MaxRetries"}, Repeats: "arg:0", Source: "try.go:15", Note: "goes on while the function says so"},
	},
	Retries: []Retry{
		{Name: "github.com/matryer/try.MaxRetries", Form: Variable, Counts: TotalTries, Default: "10", Zero: SingleTry, Negative: SingleTry, Jitter: No, Backoff: "none", Ctx: No, Source: "try.go:6", Note: "counts the first try, whatever its name says"},
	},
}

var ricanRetry = Library{
	Path:    "github.com/Rican7/retry",
	Module:  "github.com/Rican7/retry",
	Version: "v0.3.1",
	Note:    "Without strategy.Limit it goes on until it succeeds, and without a strategy that waits it does not pause.",
	Calls: []Call{
		{Name: "github.com/Rican7/retry.Retry", Does: Waits, Bound: []Bound{"option:github.com/Rican7/retry/strategy.Limit"}, Repeats: "arg:0", Policy: "self", Source: "retry.go:16"},
	},
	Policies: []Policy{
		{Name: "github.com/Rican7/retry.Retry", Options: "arg:1", Attempts: "unlimited", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "retry.go:16"},
	},
}

var ricanStrategy = Library{
	Path:    "github.com/Rican7/retry/strategy",
	Module:  "github.com/Rican7/retry",
	Version: "v0.3.1",
	Retries: []Retry{
		{Name: "github.com/Rican7/retry/strategy.Limit", Form: Option, Counts: TotalTries, Default: "unlimited", Zero: NeverRuns, Jitter: No, Backoff: "none", Ctx: No, Source: "strategy/strategy.go:25", Note: "0 calls nothing, and there is no error"},
	},
}
