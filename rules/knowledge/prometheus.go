package knowledge

// Prometheus: API client, push and exposition.
var promAPI = Library{
	Path:    "github.com/prometheus/client_golang/api",
	Module:  "github.com/prometheus/client_golang",
	Version: "v1.25.0",
	Calls: []Call{
		{Name: "(github.com/prometheus/client_golang/api.Client).Do", Does: Requests, Bound: []Bound{"ctx:0", "field:github.com/prometheus/client_golang/api.Config.Client"}, Source: "api/client.go:84"},
	},
	Knobs: []Knob{
		{Owner: "github.com/prometheus/client_golang/api.Config", Form: Field, Name: "Client", Stage: Total, Unit: "*net/http.Client", Default: "http.Client{}", Source: "api/client.go:67"},
	},
	Flows: []Flow{
		{Name: "github.com/prometheus/client_golang/api.DefaultRoundTripper", From: NoSource, Sets: []Preset{{Field: "DialContext", Value: "30s"}, {Field: "TLSHandshakeTimeout", Value: "10s"}, {Field: "ResponseHeaderTimeout", Value: "0s"}}, Source: "api/client.go:31"},
	},
}

var promAPIV1 = Library{
	Path:    "github.com/prometheus/client_golang/api/prometheus/v1",
	Module:  "github.com/prometheus/client_golang",
	Version: "v1.25.0",
	Globs: []Glob{
		{Type: "(github.com/prometheus/client_golang/api/prometheus/v1.API)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/prometheus/client_golang/api.Config.Client"}, Source: "api/prometheus/v1/api.go:140"},
	},
	Knobs: []Knob{
		{Owner: "github.com/prometheus/client_golang/api/prometheus/v1", Form: Option, Name: "WithTimeout", Stage: Total, Default: "none", Source: "api/prometheus/v1/api.go:738", Note: "the server is asked to keep it"},
	},
}

var promPush = Library{
	Path:    "github.com/prometheus/client_golang/prometheus/push",
	Module:  "github.com/prometheus/client_golang",
	Version: "v1.25.0",
	Calls: []Call{
		{Name: "(*github.com/prometheus/client_golang/prometheus/push.Pusher).Push", Does: Requests, Bound: []Bound{"setter:(*github.com/prometheus/client_golang/prometheus/push.Pusher).Client"}, Instead: "PushContext", Source: "prometheus/push/push.go:125"},
		{Name: "(*github.com/prometheus/client_golang/prometheus/push.Pusher).Add", Does: Requests, Bound: []Bound{"setter:(*github.com/prometheus/client_golang/prometheus/push.Pusher).Client"}, Instead: "AddContext", Source: "prometheus/push/push.go:139"},
		{Name: "(*github.com/prometheus/client_golang/prometheus/push.Pusher).PushContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "prometheus/push/push.go:132"},
		{Name: "(*github.com/prometheus/client_golang/prometheus/push.Pusher).AddContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "prometheus/push/push.go:146"},
		{Name: "(*github.com/prometheus/client_golang/prometheus/push.Pusher).Delete", Does: Requests, Bound: []Bound{"setter:(*github.com/prometheus/client_golang/prometheus/push.Pusher).Client"}, Source: "prometheus/push/push.go:239"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/prometheus/client_golang/prometheus/push.Pusher)", Form: Setter, Name: "Client", Stage: Total, Unit: "github.com/prometheus/client_golang/prometheus/push.HTTPDoer", Default: "http.Client{}", Source: "prometheus/push/push.go:111"},
	},
}

var promHTTP = Library{
	Path:    "github.com/prometheus/client_golang/prometheus/promhttp",
	Module:  "github.com/prometheus/client_golang",
	Version: "v1.25.0",
	Knobs: []Knob{
		{Owner: "github.com/prometheus/client_golang/prometheus/promhttp.HandlerOpts", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Disabled, Negative: Disabled, Source: "prometheus/promhttp/http.go:415"},
	},
}
