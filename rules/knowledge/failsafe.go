package knowledge

// failsafe-go.
var failsafeRetry = Library{
	Path:    "github.com/failsafe-go/failsafe-go/retrypolicy",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Note:    "Two retries without a pause by default.",
	Knobs: []Knob{
		{Owner: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder)", Form: Setter, Name: "WithMaxDuration", Stage: RetryTime, Default: "none", Source: "retrypolicy/retry.go:114"},
		{Owner: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder)", Form: Setter, Name: "WithJitter", Stage: RetryTime, Default: "none", Source: "retrypolicy/retry.go:129"},
		{Owner: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder)", Form: Setter, Name: "WithBackoff", Stage: RetryTime, Default: "none", Source: "retrypolicy/retry.go:119"},
	},
	Retries: []Retry{
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxRetries", Form: Method, Counts: ExtraTries, Default: "2", Zero: SingleTry, Negative: Unlimited, Jitter: No, Backoff: "none", Ctx: OptIn, Source: "retrypolicy/retry.go:14", Note: "-1 never stops"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxAttempts", Form: Method, Counts: TotalTries, Default: "3", Zero: Unlimited, Negative: Unlimited, Jitter: No, Backoff: "none", Ctx: OptIn, Source: "retrypolicy/retry.go:262", Note: "0 never stops, by arithmetic"},
	},
	Policies: []Policy{
		{Name: "github.com/failsafe-go/failsafe-go/retrypolicy.NewBuilder", Attempts: "3", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "retrypolicy/retry.go:204"},
		{Name: "github.com/failsafe-go/failsafe-go/retrypolicy.NewWithDefaults", Attempts: "3", Elapsed: "unlimited", Delay: NoDelay, Jitter: "no", Source: "retrypolicy/retry.go:198"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxRetries", From: "recv", Attempts: "arg:0+1", Zero: SingleTry, Negative: Unlimited, Source: "retrypolicy/retry.go:267"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxAttempts", From: "recv", Attempts: "arg:0", Zero: Unlimited, Negative: Unlimited, Source: "retrypolicy/retry.go:258"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxDuration", From: "recv", Elapsed: "arg:0", Zero: Unlimited, Source: "retrypolicy/retry.go:272"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithBackoff", From: "recv", Delay: Exponential, Source: "retrypolicy/retry.go:287"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithBackoffFactor", From: "recv", Delay: Exponential, Source: "retrypolicy/retry.go:291"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithRandomDelay", From: "recv", Delay: Constant, Jitter: "yes", Source: "retrypolicy/retry.go:302"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithJitter", From: "recv", Jitter: "arg:0", Source: "retrypolicy/retry.go:312"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithJitterFactor", From: "recv", Jitter: "arg:0", Source: "retrypolicy/retry.go:317"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).AbortOnResult", From: "recv", Picks: true, Source: "retrypolicy/retry.go:213"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).AbortOnErrors", From: "recv", Picks: true, Source: "retrypolicy/retry.go:218"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).AbortOnErrorTypes", From: "recv", Picks: true, Source: "retrypolicy/retry.go:223"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).AbortIf", From: "recv", Picks: true, Source: "retrypolicy/retry.go:228"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).ReturnLastFailure", From: "recv", Source: "retrypolicy/retry.go:253"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithBudget", From: "recv", Source: "retrypolicy/retry.go:322"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).OnAbort", From: "recv", Source: "retrypolicy/retry.go:337"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).OnRetryScheduled", From: "recv", Source: "retrypolicy/retry.go:347"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).OnRetry", From: "recv", Source: "retrypolicy/retry.go:342"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).OnRetriesExceeded", From: "recv", Source: "retrypolicy/retry.go:352"},
		{Name: "(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).Build", From: "recv", Source: "retrypolicy/retry.go:361"},
	},
}

var failsafeTimeout = Library{
	Path:    "github.com/failsafe-go/failsafe-go/timeout",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Knobs: []Knob{
		{Owner: "github.com/failsafe-go/failsafe-go/timeout", Form: Option, Name: "New", Stage: Total, Source: "timeout/timeout.go:45"},
		{Owner: "github.com/failsafe-go/failsafe-go/timeout", Form: Option, Name: "NewBuilder", Stage: Total, Source: "timeout/timeout.go:53"},
	},
}

var failsafeBreaker = Library{
	Path:    "github.com/failsafe-go/failsafe-go/circuitbreaker",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Knobs: []Knob{
		{Owner: "github.com/failsafe-go/failsafe-go/circuitbreaker", Form: Option, Name: "NewBuilder", Stage: Open, Unit: "switch", Default: "1m", Source: "circuitbreaker/circuitbreakerbuilder.go:151", Note: "opens after one failure, for a minute"},
		{Owner: "(github.com/failsafe-go/failsafe-go/circuitbreaker.Builder)", Form: Method, Name: "WithDelay", Stage: Open, Default: "1m", Source: "circuitbreaker/circuitbreakerbuilder.go:71"},
		{Owner: "(github.com/failsafe-go/failsafe-go/circuitbreaker.Builder)", Form: Method, Name: "WithFailureThreshold", Stage: Open, Unit: "count", Default: "1", Source: "circuitbreaker/circuitbreakerbuilder.go:43"},
		{Owner: "(github.com/failsafe-go/failsafe-go/circuitbreaker.Builder)", Form: Method, Name: "WithFailureThresholdPeriod", Stage: Open, Arg: 1, Source: "circuitbreaker/circuitbreakerbuilder.go:58"},
		{Owner: "(github.com/failsafe-go/failsafe-go/circuitbreaker.Builder)", Form: Method, Name: "WithFailureRateThreshold", Stage: Open, Arg: 2, Source: "circuitbreaker/circuitbreakerbuilder.go:68"},
	},
	Exempt: []string{
		"(github.com/failsafe-go/failsafe-go/circuitbreaker.CircuitBreaker).TryAcquirePermit",
	},
}

var failsafeExecutor = Library{
	Path:    "github.com/failsafe-go/failsafe-go",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Note:    "What limits an execution is its timeout policy and the context of WithContext.",
	Calls: []Call{
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).Run", Does: Waits, Bound: []Bound{"builder:(github.com/failsafe-go/failsafe-go.Executor).WithContext"}, Repeats: "arg:0", Policy: "recv", Source: "executor.go:43"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).RunWithExecution", Does: Waits, Bound: []Bound{"builder:(github.com/failsafe-go/failsafe-go.Executor).WithContext"}, Repeats: "arg:0", Policy: "recv", Source: "executor.go:49"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).Get", Does: Waits, Bound: []Bound{"builder:(github.com/failsafe-go/failsafe-go.Executor).WithContext"}, Repeats: "arg:0", Policy: "recv", Source: "executor.go:54"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).GetWithExecution", Does: Waits, Bound: []Bound{"builder:(github.com/failsafe-go/failsafe-go.Executor).WithContext"}, Repeats: "arg:0", Policy: "recv", Source: "executor.go:60"},
		{Name: "(github.com/failsafe-go/failsafe-go.ExecutionResult).Get", Does: Waits, Source: "result.go:22"},
	},
	Exempt: []string{
		"(github.com/failsafe-go/failsafe-go.Executor).RunAsync",
		"(github.com/failsafe-go/failsafe-go.Executor).GetAsync",
	},
	Policies: []Policy{
		{Name: "(github.com/failsafe-go/failsafe-go.FailurePolicyBuilder).HandleErrors", From: "recv", Picks: true, Source: "policy.go:36"},
		{Name: "(github.com/failsafe-go/failsafe-go.FailurePolicyBuilder).HandleErrorTypes", From: "recv", Picks: true, Source: "policy.go:41"},
		{Name: "(github.com/failsafe-go/failsafe-go.FailurePolicyBuilder).HandleResult", From: "recv", Source: "policy.go:46"},
		{Name: "(github.com/failsafe-go/failsafe-go.DelayablePolicyBuilder).WithDelay", From: "recv", Delay: Constant, Source: "policy.go:65"},
		{Name: "(github.com/failsafe-go/failsafe-go.DelayablePolicyBuilder).WithDelayFunc", From: "recv", Delay: GivenDelay, Source: "policy.go:68"},
		{Name: "github.com/failsafe-go/failsafe-go.With", Options: "arg:0", Attempts: "1", Delay: NoDelay, Source: "executor.go:102", Note: "a retry policy among its policies says how often"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).WithContext", From: "recv", Ctx: "arg:0", Source: "executor.go:26"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).Compose", From: "recv", Source: "executor.go:14"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).OnDone", From: "recv", Source: "executor.go:29"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).OnSuccess", From: "recv", Source: "executor.go:34"},
		{Name: "(github.com/failsafe-go/failsafe-go.Executor).OnFailure", From: "recv", Source: "executor.go:38"},
	},
}

var failsafeBulkhead = Library{
	Path:    "github.com/failsafe-go/failsafe-go/bulkhead",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Calls: []Call{
		{Name: "(github.com/failsafe-go/failsafe-go/bulkhead.Bulkhead).AcquirePermit", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "bulkhead/bulkhead.go:26"},
		{Name: "(github.com/failsafe-go/failsafe-go/bulkhead.Bulkhead).AcquirePermitWithMaxWait", Does: Acquires, Bound: []Bound{"ctx:0", "arg:1"}, Source: "bulkhead/bulkhead.go:34"},
	},
	Knobs: []Knob{
		{Owner: "(github.com/failsafe-go/failsafe-go/bulkhead.Builder)", Form: Method, Name: "WithMaxWaitTime", Stage: Acquire, Default: "0", Zero: Immediate, Source: "bulkhead/bulkhead.go:50"},
		{Owner: "github.com/failsafe-go/failsafe-go/bulkhead", Form: Option, Name: "NewBuilder", Stage: PoolStage, Unit: "count", Source: "bulkhead/bulkhead.go:83"},
	},
	Exempt: []string{
		"(github.com/failsafe-go/failsafe-go/bulkhead.Bulkhead).TryAcquirePermit",
		"(github.com/failsafe-go/failsafe-go/bulkhead.Bulkhead).ReleasePermit",
	},
}

var failsafeRate = Library{
	Path:    "github.com/failsafe-go/failsafe-go/ratelimiter",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Calls: []Call{
		{Name: "(github.com/failsafe-go/failsafe-go/ratelimiter.RateLimiter).AcquirePermit", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "ratelimiter/ratelimiter.go:59"},
		{Name: "(github.com/failsafe-go/failsafe-go/ratelimiter.RateLimiter).AcquirePermits", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "ratelimiter/ratelimiter.go:65"},
		{Name: "(github.com/failsafe-go/failsafe-go/ratelimiter.RateLimiter).AcquirePermitWithMaxWait", Does: Acquires, Bound: []Bound{"ctx:0", "arg:1"}, Source: "ratelimiter/ratelimiter.go:72"},
	},
	Knobs: []Knob{
		{Owner: "(github.com/failsafe-go/failsafe-go/ratelimiter.Builder)", Form: Method, Name: "WithMaxWaitTime", Stage: Acquire, Default: "0", Zero: Immediate, Source: "ratelimiter/ratelimiter.go:127"},
	},
	Exempt: []string{
		"(github.com/failsafe-go/failsafe-go/ratelimiter.RateLimiter).TryAcquirePermit",
	},
}

var failsafeHedge = Library{
	Path:    "github.com/failsafe-go/failsafe-go/hedgepolicy",
	Module:  "github.com/failsafe-go/failsafe-go",
	Version: "v0.9.8",
	Knobs: []Knob{
		{Owner: "github.com/failsafe-go/failsafe-go/hedgepolicy", Form: Option, Name: "NewBuilderWithDelay", Stage: RetryTime, Source: "hedgepolicy/hedge.go:106"},
	},
	Retries: []Retry{
		{Name: "(github.com/failsafe-go/failsafe-go/hedgepolicy.Builder).WithMaxHedges", Form: Method, Counts: ExtraTries, Default: "1", Source: "hedgepolicy/hedge.go:51"},
	},
}
