package knowledge

// resty: SetTimeout is for one attempt, the context of a request for all of them.
var restyV2 = Library{
	Path:    "github.com/go-resty/resty/v2",
	Module:  "github.com/go-resty/resty/v2",
	Version: "v2.17.2",
	Note:    "Client.SetTimeout is for each attempt: all of them may take (RetryCount+1) times as long, and the waits. Retries every method.",
	Calls: []Call{
		{Name: "(*github.com/go-resty/resty/v2.Request).Get", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:964"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Post", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:974"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Put", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:979"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Patch", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:994"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Delete", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:984"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Head", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:969"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Options", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:989"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Send", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:1005"},
		{Name: "(*github.com/go-resty/resty/v2.Request).Execute", Does: Requests, Bound: []Bound{"setter:(*github.com/go-resty/resty/v2.Request).SetContext", "setter:(*github.com/go-resty/resty/v2.Client).SetTimeout"}, Source: "request.go:1013"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/go-resty/resty/v2.Client)", Form: Setter, Name: "SetTimeout", Stage: Attempt, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client.go:663", Note: "each attempt"},
		{Owner: "(*github.com/go-resty/resty/v2.Client)", Form: Setter, Name: "SetRetryWaitTime", Stage: RetryTime, Default: "100ms", Source: "retry.go:18"},
		{Owner: "(*github.com/go-resty/resty/v2.Client)", Form: Setter, Name: "SetRetryMaxWaitTime", Stage: RetryTime, Default: "2s", Negative: Unlimited, Source: "retry.go:19"},
	},
	Retries: []Retry{
		{Name: "github.com/go-resty/resty/v2.Client.RetryCount", Form: Field, Counts: ExtraTries, Default: "0", Zero: SingleTry, Negative: NeverRuns, Jitter: Yes, Backoff: "exponential 100ms..2s", Ctx: Yes, Source: "client.go:116", Note: "as SetRetryCount"},
		{Name: "(*github.com/go-resty/resty/v2.Client).SetRetryCount", Form: Method, Counts: ExtraTries, Default: "0", Zero: SingleTry, Negative: NeverRuns, Jitter: Yes, Backoff: "exponential 100ms..2s", Ctx: Yes, Source: "request.go:1047", Note: "retries every method, POST too; below 0 the request is not sent and both results are nil"},
		{Name: "github.com/go-resty/resty/v2.Retries", Form: Option, Counts: ExtraTries, Default: "3", Zero: SingleTry, Negative: NeverRuns, Jitter: Yes, Backoff: "exponential 100ms..2s", Ctx: Yes, Source: "retry.go:17", Note: "below 0 the operation is not called, and there is no error"},
	},
	Flows: []Flow{
		{Name: "github.com/go-resty/resty/v2.NewWithClient", Keeps: []string{"*"}, Source: "resty.go:28"},
	},
}

var restyV3 = Library{
	Path:    "resty.dev/v3",
	Module:  "resty.dev/v3",
	Version: "v3.0.0-rc.4",
	Note:    "SetTimeout is for each attempt and does nothing where the context has a deadline.",
	Calls: []Call{
		{Name: "(*resty.dev/v3.Request).Get", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1390"},
		{Name: "(*resty.dev/v3.Request).Post", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1404"},
		{Name: "(*resty.dev/v3.Request).Put", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1411"},
		{Name: "(*resty.dev/v3.Request).Patch", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1418"},
		{Name: "(*resty.dev/v3.Request).Delete", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1425"},
		{Name: "(*resty.dev/v3.Request).Send", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1462"},
		{Name: "(*resty.dev/v3.Request).Execute", Does: Requests, Bound: []Bound{"setter:(*resty.dev/v3.Request).SetContext", "setter:(*resty.dev/v3.Request).SetTimeout", "setter:(*resty.dev/v3.Client).SetTimeout"}, Source: "request.go:1470"},
	},
	Knobs: []Knob{
		{Owner: "(*resty.dev/v3.Client)", Form: Setter, Name: "SetTimeout", Stage: Attempt, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client.go:1303"},
		{Owner: "(*resty.dev/v3.Request)", Form: Setter, Name: "SetTimeout", Stage: Attempt, Default: "the client's", Zero: Infinite, Negative: Infinite, Source: "request.go:1046"},
		{Owner: "resty.dev/v3.TransportSettings", Form: Field, Name: "DialerTimeout", Stage: Connect, Default: "30s", Zero: Default, Negative: Default, Source: "client.go:158"},
		{Owner: "resty.dev/v3.TransportSettings", Form: Field, Name: "IdleConnTimeout", Stage: Idle, Default: "90s", Zero: Default, Negative: Default, Source: "resty.go:102"},
		{Owner: "resty.dev/v3.TransportSettings", Form: Field, Name: "TLSHandshakeTimeout", Stage: TLS, Default: "10s", Zero: Default, Negative: Default, Source: "resty.go:108"},
		{Owner: "resty.dev/v3.TransportSettings", Form: Field, Name: "ExpectContinueTimeout", Stage: Header, Default: "1s", Zero: Default, Negative: Default, Source: "resty.go:114"},
		{Owner: "resty.dev/v3.TransportSettings", Form: Field, Name: "ResponseHeaderTimeout", Stage: Header, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client.go:173"},
	},
	Retries: []Retry{
		{Name: "(*resty.dev/v3.Client).SetRetryCount", Form: Method, Counts: ExtraTries, Default: "0", Zero: SingleTry, Negative: SingleTry, Jitter: Yes, Backoff: "exponential 100ms..2s", Ctx: Yes, Source: "client.go:1373", Note: "idempotent methods only, unless SetRetryAllowNonIdempotent; of network errors the temporary ones"},
		{Name: "(*resty.dev/v3.Request).SetRetryCount", Form: Method, Counts: ExtraTries, Default: "the client's", Zero: SingleTry, Negative: SingleTry, Jitter: Yes, Backoff: "exponential 100ms..2s", Ctx: Yes, Source: "request.go:82"},
		{Name: "(*resty.dev/v3.Client).SetRetryAllowNonIdempotent", Form: Method, Counts: Switch, Default: "false", Source: "request.go:1907", Note: "POST and PATCH too"},
		{Name: "(*resty.dev/v3.SSESource).SetRetryCount", Form: Method, Counts: ExtraTries, Default: "3", Zero: SingleTry, Negative: NeverRuns, Jitter: Yes, Backoff: "exponential 100ms..2s", Source: "sse.go:118"},
	},
	Flows: []Flow{
		{Name: "resty.dev/v3.NewWithClient", Keeps: []string{"*"}, Source: "resty.go:37"},
	},
}
