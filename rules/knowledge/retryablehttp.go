package knowledge

// Clients around net/http that retry: what they keep of the client they wrap.
var retryableHTTP = Library{
	Path:    "github.com/hashicorp/go-retryablehttp",
	Module:  "github.com/hashicorp/go-retryablehttp",
	Version: "v0.7.8",
	Note:    "The inner client has no Timeout; one set there is for each attempt. Every method is retried, POST too.",
	Calls: []Call{
		{Name: "github.com/hashicorp/go-retryablehttp.Get", Does: Requests, Source: "client.go:862"},
		{Name: "github.com/hashicorp/go-retryablehttp.Post", Does: Requests, Source: "client.go:891"},
		{Name: "github.com/hashicorp/go-retryablehttp.Head", Does: Requests, Source: "client.go:876"},
		{Name: "github.com/hashicorp/go-retryablehttp.PostForm", Does: Requests, Source: "client.go:908"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Do", Does: Requests, Bound: []Bound{"reqctx", "field:github.com/hashicorp/go-retryablehttp.Client.HTTPClient"}, Source: "client.go:666", Note: "the context covers attempts and waits, HTTPClient.Timeout one attempt"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Get", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/go-retryablehttp.Client.HTTPClient"}, Source: "client.go:867"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Post", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/go-retryablehttp.Client.HTTPClient"}, Source: "client.go:897"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Head", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/go-retryablehttp.Client.HTTPClient"}, Source: "client.go:881"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).PostForm", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/go-retryablehttp.Client.HTTPClient"}, Source: "client.go:914"},
		{Name: "github.com/hashicorp/go-retryablehttp.NewRequest", Does: Builds, Instead: "NewRequestWithContext", Source: "client.go:315"},
	},
	Knobs: []Knob{
		{Owner: "github.com/hashicorp/go-retryablehttp.Client", Form: Field, Name: "HTTPClient", Stage: Attempt, Unit: "*net/http.Client", Default: "cleanhttp.DefaultPooledClient()", Source: "client.go:669"},
		{Owner: "github.com/hashicorp/go-retryablehttp.Client", Form: Field, Name: "RetryWaitMin", Stage: RetryTime, Default: "0", Zero: Immediate, Source: "client.go:49"},
		{Owner: "github.com/hashicorp/go-retryablehttp.Client", Form: Field, Name: "RetryWaitMax", Stage: RetryTime, Default: "0", Zero: Immediate, Source: "client.go:50"},
	},
	Retries: []Retry{
		{Name: "github.com/hashicorp/go-retryablehttp.Client.RetryMax", Form: Field, Counts: ExtraTries, Default: "4", Zero: SingleTry, Negative: SingleTry, Jitter: No, Backoff: "exponential 1s..30s", Ctx: Yes, Source: "client.go:51", Note: "every method; a Retry-After of the server is waited out however long"},
	},
	Flows: []Flow{
		{Name: "github.com/hashicorp/go-retryablehttp.NewClient", From: NoSource, Sets: []Preset{{Field: "HTTPClient.Timeout", Value: "0"}, {Field: "RetryWaitMin", Value: "1s"}, {Field: "RetryWaitMax", Value: "30s"}}, Source: "client.go:440", Note: "RetryMax is 4"},
		{Name: "(*github.com/hashicorp/go-retryablehttp.Client).StandardClient", From: Receiver, Drops: []string{"Timeout"}, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Through: "HTTPClient", Source: "client.go:920", Note: "a Timeout set on the result covers all attempts"},
		{Name: "github.com/hashicorp/go-retryablehttp.NewRequestWithContext", Keeps: []string{"ctx"}, Source: "client.go:323"},
	},
}

var cleanHTTP = Library{
	Path:    "github.com/hashicorp/go-cleanhttp",
	Module:  "github.com/hashicorp/go-cleanhttp",
	Version: "v0.5.2",
	Note:    "No client of it has a Timeout.",
	Flows: []Flow{
		{Name: "github.com/hashicorp/go-cleanhttp.DefaultClient", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Source: "cleanhttp.go:44"},
		{Name: "github.com/hashicorp/go-cleanhttp.DefaultPooledClient", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "0"}}, Source: "cleanhttp.go:54"},
		{Name: "github.com/hashicorp/go-cleanhttp.DefaultTransport", From: NoSource, Sets: []Preset{{Field: "DialContext", Value: "30s"}, {Field: "TLSHandshakeTimeout", Value: "10s"}, {Field: "ExpectContinueTimeout", Value: "1s"}, {Field: "IdleConnTimeout", Value: "90s"}, {Field: "ResponseHeaderTimeout", Value: "0"}}, Source: "cleanhttp.go:12"},
		{Name: "github.com/hashicorp/go-cleanhttp.DefaultPooledTransport", From: NoSource, Sets: []Preset{{Field: "DialContext", Value: "30s"}, {Field: "TLSHandshakeTimeout", Value: "10s"}, {Field: "ExpectContinueTimeout", Value: "1s"}, {Field: "IdleConnTimeout", Value: "90s"}, {Field: "ResponseHeaderTimeout", Value: "0"}}, Source: "cleanhttp.go:23"},
	},
}

var heimdallHTTP = Library{
	Path:    "github.com/gojek/heimdall/v7/httpclient",
	Module:  "github.com/gojek/heimdall/v7",
	Version: "v7.0.3",
	Calls: []Call{
		{Name: "(*github.com/gojek/heimdall/v7/httpclient.Client).Do", Does: Requests, Bound: []Bound{"reqctx", "option:github.com/gojek/heimdall/v7/httpclient.WithHTTPTimeout"}, Source: "httpclient/client.go:124"},
		{Name: "(*github.com/gojek/heimdall/v7/httpclient.Client).Get", Does: Requests, Bound: []Bound{"option:github.com/gojek/heimdall/v7/httpclient.WithHTTPTimeout"}, Source: "httpclient/client.go:59"},
		{Name: "(*github.com/gojek/heimdall/v7/httpclient.Client).Post", Does: Requests, Bound: []Bound{"option:github.com/gojek/heimdall/v7/httpclient.WithHTTPTimeout"}, Source: "httpclient/client.go:72"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gojek/heimdall/v7/httpclient", Form: Option, Name: "WithHTTPTimeout", Stage: Attempt, Default: "30s", Zero: Infinite, Source: "httpclient/client.go:27", Note: "each attempt"},
	},
	Retries: []Retry{
		{Name: "github.com/gojek/heimdall/v7/httpclient.WithRetryCount", Form: Option, Counts: ExtraTries, Default: "0", Zero: SingleTry, Backoff: "none", Ctx: No, Source: "httpclient/client.go:26", Note: "every method; waits after the last failure as well"},
	},
}

var goRequest = Library{
	Path:    "github.com/parnurzeal/gorequest",
	Module:  "github.com/parnurzeal/gorequest",
	Version: "v0.3.0",
	Note:    "Not maintained; no contexts.",
	Calls: []Call{
		{Name: "(*github.com/parnurzeal/gorequest.SuperAgent).End", Does: Requests, Bound: []Bound{"setter:(*github.com/parnurzeal/gorequest.SuperAgent).Timeout"}, Source: "gorequest.go:923"},
		{Name: "(*github.com/parnurzeal/gorequest.SuperAgent).EndBytes", Does: Requests, Bound: []Bound{"setter:(*github.com/parnurzeal/gorequest.SuperAgent).Timeout"}, Source: "gorequest.go:940"},
		{Name: "(*github.com/parnurzeal/gorequest.SuperAgent).EndStruct", Does: Requests, Bound: []Bound{"setter:(*github.com/parnurzeal/gorequest.SuperAgent).Timeout"}, Source: "gorequest.go:984"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/parnurzeal/gorequest.SuperAgent)", Form: Setter, Name: "Timeout", Stage: Total, Default: "none", Zero: Immediate, Source: "gorequest.go:453", Note: "set when the connection is made: a reused connection may have run out already"},
	},
	Retries: []Retry{
		{Name: "(*github.com/parnurzeal/gorequest.SuperAgent).Retry", Form: Method, Counts: ExtraTries, Default: "off", Zero: SingleTry, Jitter: No, Backoff: "constant", Ctx: No, Source: "gorequest.go:253"},
	},
}
