package knowledge

// Thrift, hertz and go-kit.
var apacheThrift = Library{
	Path:    "github.com/apache/thrift/lib/go/thrift",
	Module:  "github.com/apache/thrift",
	Version: "v0.25.0",
	Note:    "The deadline of a context is looked at when a SocketTimeout fires: without that, never.",
	Calls: []Call{
		{Name: "(*github.com/apache/thrift/lib/go/thrift.TSocket).Open", Does: Dials, Bound: []Bound{"field:github.com/apache/thrift/lib/go/thrift.TConfiguration.ConnectTimeout"}, Source: "lib/go/thrift/socket.go:156"},
		{Name: "(*github.com/apache/thrift/lib/go/thrift.TSocket).Read", Does: Receives, Bound: []Bound{"field:github.com/apache/thrift/lib/go/thrift.TConfiguration.SocketTimeout"}, Source: "lib/go/thrift/socket.go:205"},
		{Name: "(*github.com/apache/thrift/lib/go/thrift.TSocket).Write", Does: Writes, Bound: []Bound{"field:github.com/apache/thrift/lib/go/thrift.TConfiguration.SocketTimeout"}, Source: "lib/go/thrift/socket.go:217"},
		{Name: "(*github.com/apache/thrift/lib/go/thrift.THttpClient).Flush", Does: Requests, Bound: []Bound{"ctx:0", "field:github.com/apache/thrift/lib/go/thrift.THttpClientOptions.Client"}, Source: "lib/go/thrift/http_client.go:194"},
	},
	Knobs: []Knob{
		{Owner: "github.com/apache/thrift/lib/go/thrift.TConfiguration", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "0", Zero: Infinite, Negative: Default, Source: "lib/go/thrift/configuration.go:37"},
		{Owner: "github.com/apache/thrift/lib/go/thrift.TConfiguration", Form: Field, Name: "SocketTimeout", Stage: Read, Default: "0", Zero: Infinite, Negative: Default, Source: "lib/go/thrift/configuration.go:38"},
		{Owner: "github.com/apache/thrift/lib/go/thrift", Form: Variable, Name: "DefaultHttpClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "lib/go/thrift/http_client.go:35"},
		{Owner: "github.com/apache/thrift/lib/go/thrift.THttpClientOptions", Form: Field, Name: "Client", Stage: Total, Unit: "*net/http.Client", Default: "DefaultHttpClient", Source: "lib/go/thrift/http_client.go:61"},
	},
}

var hertzServer = Library{
	Path:    "github.com/cloudwego/hertz/pkg/app/server",
	Module:  "github.com/cloudwego/hertz",
	Version: "v0.10.4",
	Calls: []Call{
		{Name: "(*github.com/cloudwego/hertz/pkg/app/server.Hertz).Spin", Does: Serves, Bound: []Bound{"option:github.com/cloudwego/hertz/pkg/app/server.WithReadTimeout"}, Source: "pkg/app/server/hertz.go:56"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cloudwego/hertz/pkg/app/server", Form: Option, Name: "WithReadTimeout", Stage: Read, Default: "3m", Source: "pkg/common/config/option.go:36"},
		{Owner: "github.com/cloudwego/hertz/pkg/app/server", Form: Option, Name: "WithIdleTimeout", Stage: Idle, Default: "3m", Zero: Infinite, Source: "pkg/common/config/option.go:151"},
		{Owner: "github.com/cloudwego/hertz/pkg/app/server", Form: Option, Name: "WithKeepAliveTimeout", Stage: Keepalive, Default: "1m", Source: "pkg/common/config/option.go:35"},
		{Owner: "github.com/cloudwego/hertz/pkg/app/server", Form: Option, Name: "WithExitWaitTime", Stage: Shutdown, Default: "5s", Source: "pkg/common/config/option.go:42"},
	},
}

var hertzClient = Library{
	Path:    "github.com/cloudwego/hertz/pkg/app/client",
	Module:  "github.com/cloudwego/hertz",
	Version: "v0.10.4",
	Calls: []Call{
		{Name: "(*github.com/cloudwego/hertz/pkg/app/client.Client).Do", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/cloudwego/hertz/pkg/app/client.WithClientReadTimeout"}, Source: "pkg/app/client/client.go:457"},
		{Name: "(*github.com/cloudwego/hertz/pkg/app/client.Client).Get", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/cloudwego/hertz/pkg/app/client.WithClientReadTimeout"}, Source: "pkg/app/client/client.go:312"},
		{Name: "(*github.com/cloudwego/hertz/pkg/app/client.Client).DoTimeout", Does: Requests, Bound: []Bound{"arg:3"}, Source: "pkg/app/client/client.go:383"},
	},
	Knobs: []Knob{
		{Owner: "github.com/cloudwego/hertz/pkg/app/client", Form: Option, Name: "WithDialTimeout", Stage: Connect, Default: "1s", Source: "pkg/protocol/consts/default.go:57"},
		{Owner: "github.com/cloudwego/hertz/pkg/app/client", Form: Option, Name: "WithWriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Source: "pkg/common/config/client_option.go:90"},
	},
}

var goKitHTTP = Library{
	Path:    "github.com/go-kit/kit/transport/http",
	Module:  "github.com/go-kit/kit",
	Version: "v0.13.0",
	Knobs: []Knob{
		{Owner: "github.com/go-kit/kit/transport/http", Form: Option, Name: "SetClient", Stage: Total, Unit: "github.com/go-kit/kit/transport/http.HTTPClient", Default: "http.DefaultClient", Source: "transport/http/client.go:42"},
	},
}

var goKitLB = Library{
	Path:    "github.com/go-kit/kit/sd/lb",
	Module:  "github.com/go-kit/kit",
	Version: "v0.13.0",
	Retries: []Retry{
		{Name: "github.com/go-kit/kit/sd/lb.Retry", Form: Option, Counts: TotalTries, Jitter: No, Backoff: "none", Ctx: Yes, Source: "sd/lb/retry.go:44"},
	},
}
