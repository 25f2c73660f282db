package knowledge

// influxdb-client-go.
var influxV2 = Library{
	Path:    "github.com/influxdata/influxdb-client-go/v2",
	Module:  "github.com/influxdata/influxdb-client-go/v2",
	Version: "v2.14.0",
	Note:    "Times are plain numbers: seconds for HTTP, milliseconds for retries.",
	Knobs: []Knob{
		{Owner: "(*github.com/influxdata/influxdb-client-go/v2.Options)", Form: Setter, Name: "SetHTTPRequestTimeout", Stage: Total, Unit: "s", Default: "20", Zero: Infinite, Source: "options.go:192"},
		{Owner: "(*github.com/influxdata/influxdb-client-go/v2.Options)", Form: Setter, Name: "SetRetryInterval", Stage: RetryTime, Unit: "ms", Default: "5000", Source: "options.go:53"},
		{Owner: "(*github.com/influxdata/influxdb-client-go/v2.Options)", Form: Setter, Name: "SetMaxRetryInterval", Stage: RetryTime, Unit: "ms", Default: "125000", Source: "options.go:82"},
		{Owner: "(*github.com/influxdata/influxdb-client-go/v2.Options)", Form: Setter, Name: "SetMaxRetryTime", Stage: RetryTime, Unit: "ms", Default: "180000", Source: "options.go:93"},
	},
	Retries: []Retry{
		{Name: "(*github.com/influxdata/influxdb-client-go/v2.Options).SetMaxRetries", Form: Method, Counts: ExtraTries, Default: "5", Zero: SingleTry, Backoff: "exponential base 2", Source: "options.go:59"},
	},
}

var influxV2API = Library{
	Path:    "github.com/influxdata/influxdb-client-go/v2/api",
	Module:  "github.com/influxdata/influxdb-client-go/v2",
	Version: "v2.14.0",
	Calls: []Call{
		{Name: "(github.com/influxdata/influxdb-client-go/v2/api.WriteAPIBlocking).WriteRecord", Does: Writes, Bound: []Bound{"ctx:0", "setter:(*github.com/influxdata/influxdb-client-go/v2.Options).SetHTTPRequestTimeout"}, Source: "api/writeAPIBlocking.go:38"},
		{Name: "(github.com/influxdata/influxdb-client-go/v2/api.WriteAPIBlocking).WritePoint", Does: Writes, Bound: []Bound{"ctx:0", "setter:(*github.com/influxdata/influxdb-client-go/v2.Options).SetHTTPRequestTimeout"}, Source: "api/writeAPIBlocking.go:43"},
		{Name: "(github.com/influxdata/influxdb-client-go/v2/api.QueryAPI).Query", Does: Queries, Bound: []Bound{"ctx:0", "setter:(*github.com/influxdata/influxdb-client-go/v2.Options).SetHTTPRequestTimeout"}, Source: "api/query.go:71"},
	},
}
