package knowledge

// minio-go.
var minioV7 = Library{
	Path:    "github.com/minio/minio-go/v7",
	Module:  "github.com/minio/minio-go/v7",
	Version: "v7.4.1",
	Note:    "The default transport waits a minute for a head; a Transport of your own may not.",
	Globs: []Glob{
		{Type: "(*github.com/minio/minio-go/v7.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "api.go:53"},
	},
	Knobs: []Knob{
		{Owner: "github.com/minio/minio-go/v7.Options", Form: Field, Name: "Transport", Stage: Header, Unit: "net/http.RoundTripper", Default: "minio.DefaultTransport", Source: "transport.go:52"},
	},
	Retries: []Retry{
		{Name: "github.com/minio/minio-go/v7.Options.MaxRetries", Form: Field, Counts: TotalTries, Default: "10", Zero: Default, Negative: Default, Jitter: Yes, Backoff: "exponential 200ms..1s", Ctx: Yes, Source: "retry.go:34", Note: "counts the first try, whatever its name says"},
	},
	Flows: []Flow{
		{Name: "github.com/minio/minio-go/v7.DefaultTransport", From: NoSource, Sets: []Preset{{Field: "DialContext", Value: "30s"}, {Field: "TLSHandshakeTimeout", Value: "10s"}, {Field: "ResponseHeaderTimeout", Value: "1m"}, {Field: "IdleConnTimeout", Value: "1m"}}, Source: "transport.go:43"},
	},
}
