package knowledge

// Google Cloud: generated clients over gax or over XxxCall.Do (a Signature).
var gaxGo = Library{
	Path:    "github.com/googleapis/gax-go/v2",
	Module:  "github.com/googleapis/gax-go/v2",
	Version: "v2.27.0",
	Note:    "A generated Google client sets its timeout only where the context has no deadline; its retries end with the context and not before.",
	Calls: []Call{
		{Name: "github.com/googleapis/gax-go/v2.Invoke", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/googleapis/gax-go/v2.WithTimeout"}, Repeats: "arg:1", Only: Coded, Source: "invoke.go:57"},
		{Name: "github.com/googleapis/gax-go/v2.Sleep", Does: Sleeps, Bound: []Bound{"ctx:0"}, Source: "invoke.go:67"},
	},
	Knobs: []Knob{
		{Owner: "github.com/googleapis/gax-go/v2", Form: Option, Name: "WithTimeout", Stage: Total, Default: "none", Zero: Infinite, Source: "invoke.go:87", Note: "only where the context has no deadline"},
		{Owner: "github.com/googleapis/gax-go/v2.Backoff", Form: Field, Name: "Initial", Stage: RetryTime, Default: "1s", Zero: Default, Source: "call_option.go:187"},
		{Owner: "github.com/googleapis/gax-go/v2.Backoff", Form: Field, Name: "Max", Stage: RetryTime, Default: "30s", Zero: Default, Source: "call_option.go:193"},
	},
	Retries: []Retry{
		{Name: "github.com/googleapis/gax-go/v2.WithRetry", Form: Option, Counts: NoCount, Default: "none", Jitter: Yes, Backoff: "exponential 1s x2 to 30s", Ctx: Yes, Source: "invoke.go:162"},
	},
}

var googleAPIOption = Library{
	Path:    "google.golang.org/api/option",
	Module:  "google.golang.org/api",
	Version: "v0.315.0",
	Knobs: []Knob{
		{Owner: "google.golang.org/api/option", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client without Timeout", Source: "option/option.go:268"},
		{Owner: "google.golang.org/api/option", Form: Option, Name: "WithGRPCDialOption", Stage: Connect, Unit: "google.golang.org/grpc.DialOption", Source: "option/option.go:295"},
	},
}

var googleAPIStorage = Library{
	Path:    "google.golang.org/api/storage/v1",
	Module:  "google.golang.org/api",
	Version: "v0.315.0",
	Note:    "Without Context a call runs under Background.",
	Calls: []Call{
		{Name: "(*google.golang.org/api/storage/v1.ObjectsGetCall).Do", Does: Requests, Bound: []Bound{"setter:(*google.golang.org/api/storage/v1.ObjectsGetCall).Context"}, Source: "storage/v1/storage-gen.go:10904", Note: "so has every XxxCall of google.golang.org/api"},
		{Name: "(*google.golang.org/api/storage/v1.ObjectsGetCall).Download", Does: Requests, Bound: []Bound{"setter:(*google.golang.org/api/storage/v1.ObjectsGetCall).Context"}, Source: "storage/v1/storage-gen.go:10886"},
	},
}

var gcpStorage = Library{
	Path:    "cloud.google.com/go/storage",
	Module:  "cloud.google.com/go/storage",
	Version: "v1.70.0",
	Note:    "What is idempotent is retried until the context ends.",
	Calls: []Call{
		{Name: "(*cloud.google.com/go/storage.ObjectHandle).NewReader", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "reader.go:98", Note: "the later reads too"},
		{Name: "(*cloud.google.com/go/storage.ObjectHandle).Attrs", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "storage.go:1068"},
		{Name: "(*cloud.google.com/go/storage.ObjectHandle).Delete", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "storage.go:1160"},
		{Name: "(*cloud.google.com/go/storage.Reader).Read", Does: Receives, Bound: []Bound{"recvctx"}, Source: "reader.go:424"},
		{Name: "(*cloud.google.com/go/storage.Writer).Write", Does: Writes, Bound: []Bound{"recvctx"}, Source: "writer.go:321"},
		{Name: "(*cloud.google.com/go/storage.Writer).Close", Does: Writes, Bound: []Bound{"recvctx"}, Source: "writer.go:411", Note: "the upload ends here, and so may fail here"},
		{Name: "(*cloud.google.com/go/storage.ObjectIterator).Next", Does: Requests, Bound: []Bound{"recvctx"}, Source: "bucket.go:2500"},
	},
	Knobs: []Knob{
		{Owner: "cloud.google.com/go/storage.Writer", Form: Field, Name: "ChunkRetryDeadline", Stage: Total, Default: "32s", Zero: Default, Source: "storage.go:1335"},
		{Owner: "cloud.google.com/go/storage.Writer", Form: Field, Name: "ChunkTransferTimeout", Stage: Attempt, Default: "0", Zero: Infinite, Source: "writer.go:159"},
		{Owner: "cloud.google.com/go/storage", Form: Option, Name: "WithMaxRetryDuration", Stage: RetryTime, Default: "0", Zero: Infinite, Source: "storage.go:2548"},
	},
	Retries: []Retry{
		{Name: "cloud.google.com/go/storage.WithMaxAttempts", Form: Option, Counts: TotalTries, Default: "unlimited", Jitter: Yes, Backoff: "exponential 1s x2 to 30s", Ctx: Yes, Source: "storage.go:2523"},
		{Name: "cloud.google.com/go/storage.WithPolicy", Form: Option, Counts: OtherCount, Default: "RetryIdempotent", Source: "storage.go:2591", Note: "RetryAlways also retries what is not idempotent"},
	},
}

var gcpPubsub = Library{
	Path:    "cloud.google.com/go/pubsub",
	Module:  "cloud.google.com/go/pubsub",
	Version: "v1.52.0",
	Calls: []Call{
		{Name: "(*cloud.google.com/go/pubsub.Subscription).Receive", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "subscription.go:1269", Note: "runs until the context ends"},
		{Name: "(*cloud.google.com/go/pubsub.Topic).Exists", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "topic.go:1141"},
		{Name: "(*cloud.google.com/go/pubsub.Topic).Flush", Does: Writes, Bound: []Bound{"field:cloud.google.com/go/pubsub.PublishSettings.Timeout"}, Source: "topic.go:1293"},
		{Name: "(*cloud.google.com/go/pubsub.Topic).Stop", Does: Closes, Bound: []Bound{"field:cloud.google.com/go/pubsub.PublishSettings.Timeout"}, Source: "topic.go:1281"},
	},
	Knobs: []Knob{
		{Owner: "cloud.google.com/go/pubsub.PublishSettings", Form: Field, Name: "Timeout", Stage: Total, Default: "60s", Source: "topic.go:148"},
	},
}

var gcpInternalPubsub = Library{
	Path:    "cloud.google.com/go/internal/pubsub",
	Module:  "cloud.google.com/go",
	Version: "v0.123.0",
	Note:    "What PublishResult of pubsub and pubsub/v2 stands for.",
	Calls: []Call{
		{Name: "(*cloud.google.com/go/internal/pubsub.PublishResult).Get", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "internal/pubsub/publish.go:31"},
	},
}
