package knowledge

// OpenTelemetry: exporters, SDK, and transports that keep what they wrap.
var otlpTraceGRPC = Library{
	Path:    "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc",
	Module:  "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc",
	Version: "v1.47.0",
	Calls: []Call{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc.New", Does: Dials, Bound: []Bound{"ctx:0", "option:go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc.WithTimeout"}, Source: "exporter.go:13"},
	},
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc", Form: Option, Name: "WithTimeout", Stage: Total, Default: "10s", Zero: Infinite, Source: "internal/otlpconfig/options.go:39", Note: "one export with its retries"},
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc", Form: Option, Name: "WithReconnectionPeriod", Stage: Connect, Default: "0", Zero: Default, Source: "options.go:105"},
	},
	Retries: []Retry{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc.WithRetry", Form: Option, Counts: ByTime, Default: "1m", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 5s..30s", Ctx: Yes, Source: "internal/retry/retry.go:25"},
	},
}

var otlpTraceHTTP = Library{
	Path:    "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp",
	Module:  "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp",
	Version: "v1.47.0",
	Calls: []Call{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp.New", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "exporter.go:13"},
	},
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp", Form: Option, Name: "WithTimeout", Stage: Attempt, Default: "10s", Zero: Infinite, Source: "internal/otlpconfig/options.go:42"},
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client with WithTimeout", Source: "options.go:212"},
	},
	Retries: []Retry{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp.WithRetry", Form: Option, Counts: ByTime, Default: "1m", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 5s..30s", Ctx: Yes, Source: "internal/retry/retry.go:25"},
	},
}

var otlpMetricGRPC = Library{
	Path:    "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc",
	Module:  "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc",
	Version: "v1.47.0",
	Calls: []Call{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc.New", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "exporter.go:180"},
	},
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc", Form: Option, Name: "WithTimeout", Stage: Total, Default: "10s", Source: "internal/oconf/options.go:46"},
	},
	Retries: []Retry{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc.WithRetry", Form: Option, Counts: ByTime, Default: "1m", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 5s..30s", Ctx: Yes, Source: "internal/retry/retry.go:25"},
	},
}

var otlpMetricHTTP = Library{
	Path:    "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp",
	Module:  "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp",
	Version: "v1.47.0",
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp", Form: Option, Name: "WithTimeout", Stage: Attempt, Default: "10s", Source: "internal/oconf/options.go:49"},
	},
	Retries: []Retry{
		{Name: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp.WithRetry", Form: Option, Counts: ByTime, Default: "1m", Zero: Unlimited, Jitter: Yes, Backoff: "exponential 5s..30s", Ctx: Yes, Source: "internal/retry/retry.go:25"},
	},
}

var otelZipkin = Library{
	Path:    "go.opentelemetry.io/otel/exporters/zipkin",
	Module:  "go.opentelemetry.io/otel/exporters/zipkin",
	Version: "v1.47.0",
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/exporters/zipkin", Form: Option, Name: "WithClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "zipkin.go:112"},
	},
}

var otelSDKTrace = Library{
	Path:    "go.opentelemetry.io/otel/sdk/trace",
	Module:  "go.opentelemetry.io/otel/sdk",
	Version: "v1.47.0",
	Calls: []Call{
		{Name: "(*go.opentelemetry.io/otel/sdk/trace.TracerProvider).Shutdown", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "trace/provider.go:302"},
		{Name: "(*go.opentelemetry.io/otel/sdk/trace.TracerProvider).ForceFlush", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "trace/provider.go:280"},
		{Name: "(*go.opentelemetry.io/otel/sdk/trace.recordingSpan).End", Does: Writes, When: "option:go.opentelemetry.io/otel/sdk/trace.WithBlocking", Source: "trace/span.go:403"},
	},
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/sdk/trace", Form: Option, Name: "WithBatchTimeout", Stage: Poll, Default: "5s", Source: "trace/batch_span_processor.go:25"},
		{Owner: "go.opentelemetry.io/otel/sdk/trace", Form: Option, Name: "WithExportTimeout", Stage: Total, Default: "30s", Zero: Infinite, Negative: Infinite, Source: "trace/batch_span_processor.go:27"},
		{Owner: "go.opentelemetry.io/otel/sdk/trace", Form: Option, Name: "WithBlocking", Stage: Acquire, Unit: "switch", Default: "off", Source: "trace/batch_span_processor.go:279", Note: "the end of a span waits for room in the queue"},
	},
}

var otelSDKMetric = Library{
	Path:    "go.opentelemetry.io/otel/sdk/metric",
	Module:  "go.opentelemetry.io/otel/sdk/metric",
	Version: "v1.47.0",
	Calls: []Call{
		{Name: "(*go.opentelemetry.io/otel/sdk/metric.MeterProvider).Shutdown", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "provider.go:135"},
	},
	Knobs: []Knob{
		{Owner: "go.opentelemetry.io/otel/sdk/metric", Form: Option, Name: "WithTimeout", Stage: Total, Default: "30s", Zero: Default, Negative: Default, Source: "periodic_reader.go:23"},
		{Owner: "go.opentelemetry.io/otel/sdk/metric", Form: Option, Name: "WithInterval", Stage: Poll, Default: "60s", Zero: Default, Negative: Default, Source: "periodic_reader.go:24"},
	},
}

var otelHTTP = Library{
	Path:    "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp",
	Module:  "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp",
	Version: "v0.72.0",
	Note:    "Transport and handler keep the limits of what they wrap.",
	Calls: []Call{
		{Name: "(*go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.Transport).RoundTrip", Does: Requests, Bound: []Bound{"reqctx"}, Source: "transport.go:224"},
	},
	Flows: []Flow{
		{Name: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport", Keeps: []string{"*"}, Source: "transport.go:50", Note: "nil is http.DefaultTransport"},
		{Name: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewHandler", Keeps: []string{"*"}, Source: "handler.go:40"},
	},
}
