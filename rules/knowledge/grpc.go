package knowledge

// google.golang.org/grpc and its middleware: a call lives as long as its context.
// The stubs that protoc-gen-go-grpc writes have no rows: a Signature knows them.
var grpcGo = Library{
	Path:    "google.golang.org/grpc",
	Module:  "google.golang.org/grpc",
	Version: "v1.85.0",
	Note:    "No call has a timeout of its own. WaitForReady without a deadline waits as long as the server is away. At most five attempts whatever a service config asks for.",
	Calls: []Call{
		{Name: "(google.golang.org/grpc.ClientConnInterface).Invoke", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "clientconn.go:647"},
		{Name: "(google.golang.org/grpc.ClientConnInterface).NewStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "clientconn.go:649", Note: "the context is the stream's for all its life"},
		{Name: "(*google.golang.org/grpc.ClientConn).Invoke", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "call.go:29"},
		{Name: "(*google.golang.org/grpc.ClientConn).NewStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "stream.go:243"},
		{Name: "google.golang.org/grpc.Invoke", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "call.go:59"},
		{Name: "google.golang.org/grpc.NewClientStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "stream.go:255"},
		{Name: "(google.golang.org/grpc.ClientStream).RecvMsg", Does: Receives, Bound: []Bound{"recvctx"}, Source: "stream.go:149"},
		{Name: "(google.golang.org/grpc.ClientStream).SendMsg", Does: Writes, Bound: []Bound{"recvctx"}, Source: "stream.go:140"},
		{Name: "(google.golang.org/grpc.ClientStream).Header", Does: Receives, Bound: []Bound{"recvctx"}, Source: "stream.go:103"},
		{Name: "(google.golang.org/grpc.ServerStream).RecvMsg", Does: Receives, Bound: []Bound{"recvctx"}, Source: "stream.go:1730", Note: "the client's context"},
		{Name: "google.golang.org/grpc.Dial", Does: Dials, Bound: []Bound{"option:google.golang.org/grpc.WithTimeout"}, When: "option:google.golang.org/grpc.WithBlock", Instead: "NewClient", Source: "clientconn.go:263", Note: "waits only with WithBlock; superseded by NewClient"},
		{Name: "google.golang.org/grpc.DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, When: "option:google.golang.org/grpc.WithBlock", Instead: "NewClient", Source: "clientconn.go:278", Note: "waits only with WithBlock; superseded by NewClient"},
		{Name: "(*google.golang.org/grpc.ClientConn).WaitForStateChange", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "clientconn.go:710"},
		{Name: "(*google.golang.org/grpc.Server).Serve", Does: Serves, Bound: []Bound{"option:google.golang.org/grpc.ConnectionTimeout"}, Source: "server.go:906"},
		{Name: "(*google.golang.org/grpc.Server).GracefulStop", Does: Waits, Source: "server.go:1683", Note: "waits for every call that runs; pair it with a timer and Stop"},
	},
	Knobs: []Knob{
		{Owner: "google.golang.org/grpc.ConnectParams", Form: Field, Name: "MinConnectTimeout", Stage: Connect, Default: "20s", Zero: Literal, Source: "clientconn.go:61", Note: "20s where WithConnectParams is not used, 0 where it is used without this field"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithConnectParams", Stage: Connect, Unit: "google.golang.org/grpc.ConnectParams", Source: "dialoptions.go:324"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithTimeout", Stage: Connect, Default: "0", Zero: Infinite, Negative: Infinite, Source: "dialoptions.go:468", Note: "does nothing without WithBlock, nor for NewClient"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithBlock", Stage: Connect, Unit: "switch", Default: "off", Source: "dialoptions.go:370", Note: "does nothing for NewClient"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithIdleTimeout", Stage: Idle, Default: "30m", Zero: Disabled, Source: "dialoptions.go:779"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithKeepaliveParams", Stage: Keepalive, Unit: "google.golang.org/grpc/keepalive.ClientParameters", Default: "disabled", Source: "dialoptions.go:574"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WaitForReady", Stage: Connect, Unit: "bool", Default: "false", Source: "rpc_util.go:339", Note: "with true and no deadline a call waits while the server is away"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "WithDefaultServiceConfig", Stage: RetryTime, Unit: "string", Default: "none", Source: "dialoptions.go:672", Note: "retryPolicy and timeout live in its JSON"},
		{Owner: "google.golang.org/grpc", Form: Key, Name: "methodConfig[].timeout", Stage: Total, Unit: "text", Default: "none", Source: "service_config.go:151", Note: "in the service config; the shorter of it and the context wins"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "ConnectionTimeout", Stage: Connect, Default: "120s", Zero: Immediate, Negative: Immediate, Source: "server.go:582"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "KeepaliveParams", Stage: Keepalive, Unit: "google.golang.org/grpc/keepalive.ServerParameters", Source: "server.go:337"},
		{Owner: "google.golang.org/grpc", Form: Option, Name: "MaxConcurrentStreams", Stage: PoolStage, Unit: "count", Default: "unlimited", Zero: Unlimited, Source: "server.go:466"},
	},
	Retries: []Retry{
		{Name: "google.golang.org/grpc.WithMaxCallAttempts", Form: Option, Counts: TotalTries, Default: "5", Zero: Default, One: Default, Negative: Default, Source: "dialoptions.go:798", Note: "the ceiling on what a service config asks for; below 2 is the default"},
		{Name: "methodConfig[].retryPolicy.maxAttempts", Form: Key, Counts: TotalTries, Default: "none", Zero: Refused, One: Refused, Negative: Refused, Jitter: Yes, Backoff: "exponential", Ctx: Yes, Source: "internal/serviceconfig/serviceconfig.go:158", Note: "below 2 is an error; never more than 5, or than WithMaxCallAttempts says"},
		{Name: "google.golang.org/grpc.WithDisableRetry", Form: Option, Counts: Switch, Default: "on", Source: "dialoptions.go:679", Note: "what the server has not seen is still sent again once"},
	},
	Exempt: []string{
		"google.golang.org/grpc.NewClient",
		"(*google.golang.org/grpc.ClientConn).Connect",
		"(*google.golang.org/grpc.ClientConn).Close",
		"(*google.golang.org/grpc.Server).Stop",
	},
}

var grpcKeepalive = Library{
	Path:    "google.golang.org/grpc/keepalive",
	Module:  "google.golang.org/grpc",
	Version: "v1.85.0",
	Knobs: []Knob{
		{Owner: "google.golang.org/grpc/keepalive.ClientParameters", Form: Field, Name: "Time", Stage: Keepalive, Default: "none", Zero: Minimum, Negative: Minimum, Source: "keepalive/keepalive.go:36", Note: "0 becomes the minimum of 10s; no pings at all only where WithKeepaliveParams is not used"},
		{Owner: "google.golang.org/grpc/keepalive.ClientParameters", Form: Field, Name: "Timeout", Stage: Keepalive, Default: "20s", Zero: Default, Source: "keepalive/keepalive.go:54"},
		{Owner: "google.golang.org/grpc/keepalive.ServerParameters", Form: Field, Name: "MaxConnectionIdle", Stage: Idle, Default: "none", Zero: Infinite, Source: "keepalive/keepalive.go:69"},
		{Owner: "google.golang.org/grpc/keepalive.ServerParameters", Form: Field, Name: "MaxConnectionAge", Stage: Lifetime, Default: "none", Zero: Infinite, Source: "keepalive/keepalive.go:74"},
		{Owner: "google.golang.org/grpc/keepalive.ServerParameters", Form: Field, Name: "MaxConnectionAgeGrace", Stage: Lifetime, Default: "none", Zero: Infinite, Source: "keepalive/keepalive.go:77"},
		{Owner: "google.golang.org/grpc/keepalive.ServerParameters", Form: Field, Name: "Time", Stage: Keepalive, Default: "2h", Zero: Default, Source: "keepalive/keepalive.go:81"},
		{Owner: "google.golang.org/grpc/keepalive.ServerParameters", Form: Field, Name: "Timeout", Stage: Keepalive, Default: "20s", Zero: Default, Source: "keepalive/keepalive.go:85"},
		{Owner: "google.golang.org/grpc/keepalive.EnforcementPolicy", Form: Field, Name: "MinTime", Stage: Keepalive, Default: "5m", Zero: Default, Source: "keepalive/keepalive.go:94"},
	},
}

var grpcBackoff = Library{
	Path:    "google.golang.org/grpc/backoff",
	Module:  "google.golang.org/grpc",
	Version: "v1.85.0",
	Knobs: []Knob{
		{Owner: "google.golang.org/grpc/backoff", Form: Variable, Name: "DefaultConfig", Stage: RetryTime, Unit: "google.golang.org/grpc/backoff.Config", Default: "1s x1.6 to 120s", Source: "backoff/backoff.go:47"},
	},
	Retries: []Retry{
		{Name: "google.golang.org/grpc/backoff.Config.BaseDelay", Form: Field, Counts: OtherCount, Default: "1s", Jitter: Yes, Backoff: "exponential x1.6 to 120s", Ctx: NA, Source: "backoff/backoff.go:48", Note: "of reconnecting, which goes on for ever"},
	},
}

var grpcMiddlewareRetry = Library{
	Path:    "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry",
	Module:  "github.com/grpc-ecosystem/go-grpc-middleware/v2",
	Version: "v2.3.4",
	Note:    "WithMax counts the first try, whatever its name and comment say: WithMax(1) never retries.",
	Knobs: []Knob{
		{Owner: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry", Form: Option, Name: "WithPerRetryTimeout", Stage: Attempt, Default: "0", Zero: Disabled, Source: "interceptors/retry/options.go:97"},
	},
	Retries: []Retry{
		{Name: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithMax", Form: Option, Counts: TotalTries, Default: "0", Zero: SingleTry, Jitter: Yes, Backoff: "linear 50ms", Ctx: Yes, Source: "interceptors/retry/options.go:55", Note: "counts the first try"},
		{Name: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithCodes", Form: Option, Counts: OtherCount, Default: "ResourceExhausted, Unavailable", Source: "interceptors/retry/options.go:20"},
	},
}

var grpcMiddlewareTimeout = Library{
	Path:    "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout",
	Module:  "github.com/grpc-ecosystem/go-grpc-middleware/v2",
	Version: "v2.3.4",
	Knobs: []Knob{
		{Owner: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout", Form: Option, Name: "UnaryClientInterceptor", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "interceptors/timeout/timeout.go:16", Note: "gives every unary call a deadline"},
	},
}

var grpcMiddlewareV1Retry = Library{
	Path:    "github.com/grpc-ecosystem/go-grpc-middleware/retry",
	Module:  "github.com/grpc-ecosystem/go-grpc-middleware",
	Version: "v1.4.0",
	Knobs: []Knob{
		{Owner: "github.com/grpc-ecosystem/go-grpc-middleware/retry", Form: Option, Name: "WithPerRetryTimeout", Stage: Attempt, Default: "0", Zero: Disabled, Source: "retry/options.go:23"},
	},
	Retries: []Retry{
		{Name: "github.com/grpc-ecosystem/go-grpc-middleware/retry.WithMax", Form: Option, Counts: TotalTries, Default: "0", Zero: SingleTry, Jitter: Yes, Backoff: "linear 50ms", Ctx: Yes, Source: "retry/retry.go:39", Note: "counts the first try"},
	},
}
