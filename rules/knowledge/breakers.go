package knowledge

// Circuit breakers: what they count, and how long they stay open.
var goBreakerV1 = Library{
	Path:    "github.com/sony/gobreaker",
	Module:  "github.com/sony/gobreaker",
	Version: "v1.0.0",
	Note:    "Does not limit the call that it guards. Any error counts as a failure, a cancelled context too, unless IsSuccessful says otherwise; opens after more than five in a row.",
	Knobs: []Knob{
		{Owner: "github.com/sony/gobreaker.Settings", Form: Field, Name: "Timeout", Stage: Open, Default: "60s", Zero: Default, Negative: Default, Source: "gobreaker.go:190", Note: "how long it stays open, not a limit on a call"},
		{Owner: "github.com/sony/gobreaker.Settings", Form: Field, Name: "Interval", Stage: Open, Default: "0", Zero: Disabled, Negative: Disabled, Source: "gobreaker.go:189", Note: "0: the counts are never cleared while closed"},
		{Owner: "github.com/sony/gobreaker.Settings", Form: Field, Name: "MaxRequests", Stage: Limit, Unit: "count", Default: "1", Zero: Default, Source: "gobreaker.go:85"},
		{Owner: "github.com/sony/gobreaker.Settings", Form: Field, Name: "ReadyToTrip", Stage: Open, Unit: "func", Default: "more than 5 failures in a row", Source: "gobreaker.go:111"},
		{Owner: "github.com/sony/gobreaker.Settings", Form: Field, Name: "IsSuccessful", Stage: Open, Unit: "func", Default: "err == nil", Since: "v0.5.0", Source: "gobreaker.go:113", Note: "a cancelled context counts as a failure by default"},
	},
	Exempt: []string{
		"(*github.com/sony/gobreaker.CircuitBreaker).Execute",
	},
}

var goBreakerV2 = Library{
	Path:    "github.com/sony/gobreaker/v2",
	Module:  "github.com/sony/gobreaker/v2",
	Version: "v2.4.0",
	Note:    "As v1, with a window of buckets.",
	Knobs: []Knob{
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "Timeout", Stage: Open, Default: "60s", Zero: Default, Negative: Default, Source: "gobreaker.go:62", Note: "how long it stays open, not a limit on a call"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "Interval", Stage: Open, Default: "0", Zero: Disabled, Negative: Disabled, Source: "gobreaker.go:53", Note: "0: the counts are never cleared while closed"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "BucketPeriod", Stage: Open, Default: "0", Zero: Disabled, Negative: Disabled, Source: "gobreaker.go:58", Note: "0: one window"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "MaxRequests", Stage: Limit, Unit: "count", Default: "1", Zero: Default, Source: "gobreaker.go:49"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "ReadyToTrip", Stage: Open, Unit: "func", Default: "more than 5 failures in a row", Source: "gobreaker.go:89"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "IsSuccessful", Stage: Open, Unit: "func", Default: "err == nil", Source: "gobreaker.go:91", Note: "a cancelled context counts as a failure by default"},
		{Owner: "github.com/sony/gobreaker/v2.Settings", Form: Field, Name: "IsExcluded", Stage: Open, Unit: "func", Default: "none", Source: "gobreaker.go:92", Note: "what it names is neither success nor failure"},
	},
	Exempt: []string{
		"(*github.com/sony/gobreaker/v2.CircuitBreaker).Execute",
	},
}

var hystrixGo = Library{
	Path:    "github.com/afex/hystrix-go/hystrix",
	Module:  "github.com/afex/hystrix-go",
	Version: "v0.0.0-20180502004556-fa1af6a1f4f5",
	Note:    "Times are milliseconds as int in CommandConfig.",
	Calls: []Call{
		{Name: "github.com/afex/hystrix-go/hystrix.Do", Does: Waits, Bound: []Bound{"field:github.com/afex/hystrix-go/hystrix.CommandConfig.Timeout"}, Instead: "DoC", Source: "hystrix/hystrix.go:202", Note: "on timeout the function goes on behind"},
		{Name: "github.com/afex/hystrix-go/hystrix.DoC", Does: Waits, Bound: []Bound{"ctx:0", "field:github.com/afex/hystrix-go/hystrix.CommandConfig.Timeout"}, Source: "hystrix/hystrix.go:217"},
	},
	Knobs: []Knob{
		{Owner: "github.com/afex/hystrix-go/hystrix.CommandConfig", Form: Field, Name: "Timeout", Stage: Total, Unit: "ms", Default: "1000", Zero: Default, Negative: Immediate, Source: "hystrix/settings.go:10", Note: "int(time.Second) would be eleven days"},
		{Owner: "github.com/afex/hystrix-go/hystrix.CommandConfig", Form: Field, Name: "SleepWindow", Stage: Open, Unit: "ms", Default: "5000", Zero: Default, Source: "hystrix/settings.go:16"},
		{Owner: "github.com/afex/hystrix-go/hystrix.CommandConfig", Form: Field, Name: "MaxConcurrentRequests", Stage: PoolStage, Unit: "count", Default: "10", Zero: Default, Source: "hystrix/settings.go:12"},
		{Owner: "github.com/afex/hystrix-go/hystrix.CommandConfig", Form: Field, Name: "RequestVolumeThreshold", Stage: Open, Unit: "count", Default: "20", Zero: Default, Source: "hystrix/settings.go:35"},
		{Owner: "github.com/afex/hystrix-go/hystrix.CommandConfig", Form: Field, Name: "ErrorPercentThreshold", Stage: Open, Unit: "count", Default: "50", Zero: Default, Source: "hystrix/settings.go:37"},
	},
}

var cepCircuit = Library{
	Path:    "github.com/cep21/circuit/v4",
	Module:  "github.com/cep21/circuit/v4",
	Version: "v4.1.0",
	Note:    "The function gets a context of one second by default. A cancellation from outside does not count; running too long does.",
	Knobs: []Knob{
		{Owner: "github.com/cep21/circuit/v4.ExecutionConfig", Form: Field, Name: "Timeout", Stage: Total, Default: "1s", Zero: Default, Negative: Disabled, Source: "config.go:45"},
		{Owner: "github.com/cep21/circuit/v4.ExecutionConfig", Form: Field, Name: "MaxConcurrentRequests", Stage: PoolStage, Unit: "count", Default: "10", Zero: Default, Negative: Unlimited, Source: "config.go:47"},
		{Owner: "github.com/cep21/circuit/v4.ExecutionConfig", Form: Field, Name: "IgnoreInterrupts", Stage: Open, Unit: "bool", Default: "false", Source: "config.go:50", Note: "true: a cancellation from outside counts as a failure"},
	},
	Exempt: []string{
		"(*github.com/cep21/circuit/v4.Circuit).Execute",
		"(*github.com/cep21/circuit/v4.Circuit).Run",
		"(*github.com/cep21/circuit/v4.Circuit).Go",
	},
}

var cepCircuitHystrix = Library{
	Path:    "github.com/cep21/circuit/v4/closers/hystrix",
	Module:  "github.com/cep21/circuit/v4",
	Version: "v4.1.0",
	Knobs: []Knob{
		{Owner: "github.com/cep21/circuit/v4/closers/hystrix.ConfigureCloser", Form: Field, Name: "SleepWindow", Stage: Open, Default: "5s", Zero: Default, Source: "closers/hystrix/closer.go:44"},
		{Owner: "github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener", Form: Field, Name: "RollingDuration", Stage: Open, Default: "10s", Zero: Default, Source: "closers/hystrix/opener.go:48"},
		{Owner: "github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener", Form: Field, Name: "RequestVolumeThreshold", Stage: Open, Unit: "count", Default: "20", Zero: Default, Source: "closers/hystrix/opener.go:44"},
		{Owner: "github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener", Form: Field, Name: "ErrorThresholdPercentage", Stage: Open, Unit: "count", Default: "50", Zero: Default, Source: "closers/hystrix/opener.go:42"},
	},
}

var mercariBreaker = Library{
	Path:    "github.com/mercari/go-circuitbreaker",
	Module:  "github.com/mercari/go-circuitbreaker",
	Version: "v0.0.2",
	Note:    "Neither a cancelled context nor an expired one counts as a failure, unless an option says so.",
	Knobs: []Knob{
		{Owner: "github.com/mercari/go-circuitbreaker", Form: Option, Name: "WithOpenTimeout", Stage: Open, Default: "exponential 500ms to 60s", Zero: Default, Negative: Default, Source: "breaker.go:254"},
		{Owner: "github.com/mercari/go-circuitbreaker", Form: Option, Name: "WithCounterResetInterval", Stage: Open, Default: "1s", Source: "breaker.go:268"},
		{Owner: "github.com/mercari/go-circuitbreaker", Form: Option, Name: "WithFailOnContextCancel", Stage: Open, Unit: "bool", Default: "false", Source: "breaker.go:275"},
		{Owner: "github.com/mercari/go-circuitbreaker", Form: Option, Name: "WithFailOnContextDeadline", Stage: Open, Unit: "bool", Default: "false", Source: "breaker.go:282"},
		{Owner: "github.com/mercari/go-circuitbreaker", Form: Option, Name: "WithHalfOpenMaxSuccesses", Stage: Open, Unit: "count", Default: "4", Source: "breaker.go:261"},
	},
	Exempt: []string{
		"(*github.com/mercari/go-circuitbreaker.CircuitBreaker).Do",
	},
}
