package knowledge

// NSQ and Pulsar.
var goNSQ = Library{
	Path:    "github.com/nsqio/go-nsq",
	Module:  "github.com/nsqio/go-nsq",
	Version: "v1.1.0",
	Note:    "Knows no context; a literal Config panics.",
	Calls: []Call{
		{Name: "(*github.com/nsqio/go-nsq.Producer).Publish", Does: Writes, Message: true, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.ReadTimeout", "field:github.com/nsqio/go-nsq.Config.WriteTimeout"}, Source: "producer.go:216"},
		{Name: "(*github.com/nsqio/go-nsq.Producer).MultiPublish", Does: Writes, Message: true, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.ReadTimeout", "field:github.com/nsqio/go-nsq.Config.WriteTimeout"}, Source: "producer.go:222"},
		{Name: "(*github.com/nsqio/go-nsq.Producer).DeferredPublish", Does: Writes, Message: true, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.ReadTimeout"}, Source: "producer.go:233"},
		{Name: "(*github.com/nsqio/go-nsq.Producer).Ping", Does: Requests, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.ReadTimeout"}, Source: "producer.go:107"},
		{Name: "(*github.com/nsqio/go-nsq.Consumer).ConnectToNSQD", Does: Dials, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.DialTimeout"}, Source: "consumer.go:544"},
		{Name: "(*github.com/nsqio/go-nsq.Consumer).ConnectToNSQLookupd", Does: Dials, Bound: []Bound{"field:github.com/nsqio/go-nsq.Config.LookupdPollTimeout"}, Source: "consumer.go:341"},
	},
	Knobs: []Knob{
		{Owner: "github.com/nsqio/go-nsq.Config", Form: Field, Name: "DialTimeout", Stage: Connect, Default: "1s", Source: "config.go:95"},
		{Owner: "github.com/nsqio/go-nsq.Config", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "60s", Zero: Refused, Negative: Refused, Source: "config.go:98"},
		{Owner: "github.com/nsqio/go-nsq.Config", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "1s", Zero: Refused, Negative: Refused, Source: "config.go:99"},
		{Owner: "github.com/nsqio/go-nsq.Config", Form: Field, Name: "LookupdPollTimeout", Stage: Total, Default: "1m", Source: "config.go:113"},
		{Owner: "github.com/nsqio/go-nsq.Config", Form: Field, Name: "HeartbeatInterval", Stage: Keepalive, Default: "30s", Source: "config.go:144"},
	},
	Retries: []Retry{
		{Name: "github.com/nsqio/go-nsq.Config.MaxAttempts", Form: Field, Counts: OtherCount, Default: "5", Zero: Unlimited, Jitter: No, Backoff: "exponential 1s..2m", Ctx: NA, Source: "config.go:127", Note: "deliveries of a message; 0 never gives it up"},
	},
}

var apachePulsar = Library{
	Path:    "github.com/apache/pulsar-client-go/pulsar",
	Module:  "github.com/apache/pulsar-client-go",
	Version: "v0.19.0",
	Calls: []Call{
		{Name: "(github.com/apache/pulsar-client-go/pulsar.Producer).Send", Does: Writes, Message: true, Bound: []Bound{"ctx:0", "field:github.com/apache/pulsar-client-go/pulsar.ProducerOptions.SendTimeout"}, Source: "pulsar/producer.go:232"},
		{Name: "(github.com/apache/pulsar-client-go/pulsar.Producer).FlushWithCtx", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "pulsar/producer.go:262"},
		{Name: "(github.com/apache/pulsar-client-go/pulsar.Consumer).Receive", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "pulsar/consumer.go:332"},
		{Name: "(github.com/apache/pulsar-client-go/pulsar.Reader).Next", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "pulsar/reader.go:114"},
	},
	Knobs: []Knob{
		{Owner: "github.com/apache/pulsar-client-go/pulsar.ClientOptions", Form: Field, Name: "ConnectionTimeout", Stage: Connect, Default: "0", Zero: Infinite, Source: "pulsar/client_impl.go:125", Note: "none in the code, 5s in the comment"},
		{Owner: "github.com/apache/pulsar-client-go/pulsar.ClientOptions", Form: Field, Name: "OperationTimeout", Stage: Total, Default: "30s", Zero: Default, Source: "pulsar/client_impl.go:35"},
		{Owner: "github.com/apache/pulsar-client-go/pulsar.ProducerOptions", Form: Field, Name: "SendTimeout", Stage: Total, Default: "30s", Zero: Default, Negative: Disabled, Source: "pulsar/producer_impl.go:34"},
	},
}

var watermillMessage = Library{
	Path:    "github.com/ThreeDotsLabs/watermill/message",
	Module:  "github.com/ThreeDotsLabs/watermill",
	Version: "v1.5.1",
	Calls: []Call{
		{Name: "(*github.com/ThreeDotsLabs/watermill/message.Router).Run", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "message/router.go:386"},
		{Name: "(github.com/ThreeDotsLabs/watermill/message.Subscriber).Subscribe", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "message/pubsub.go:36"},
		{Name: "(github.com/ThreeDotsLabs/watermill/message.Publisher).Publish", Does: Writes, Source: "message/pubsub.go:20"},
	},
	Knobs: []Knob{
		{Owner: "github.com/ThreeDotsLabs/watermill/message.RouterConfig", Form: Field, Name: "CloseTimeout", Stage: Shutdown, Default: "30s", Zero: Default, Source: "message/router.go:73"},
	},
}

var watermillMiddleware = Library{
	Path:    "github.com/ThreeDotsLabs/watermill/message/router/middleware",
	Module:  "github.com/ThreeDotsLabs/watermill",
	Version: "v1.5.1",
	Knobs: []Knob{
		{Owner: "github.com/ThreeDotsLabs/watermill/message/router/middleware", Form: Option, Name: "Timeout", Stage: Handling, Zero: Immediate, Negative: Immediate, Source: "message/router/middleware/timeout.go:12", Note: "the message's context gets the deadline"},
		{Owner: "github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry", Form: Field, Name: "InitialInterval", Stage: RetryTime, Source: "message/router/middleware/retry.go:30"},
		{Owner: "github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry", Form: Field, Name: "MaxInterval", Stage: RetryTime, Source: "message/router/middleware/retry.go:32"},
		{Owner: "github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry", Form: Field, Name: "MaxElapsedTime", Stage: RetryTime, Zero: Infinite, Source: "message/router/middleware/retry.go:36"},
	},
	Retries: []Retry{
		{Name: "github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.MaxRetries", Form: Field, Counts: ExtraTries, Zero: SingleTry, Source: "message/router/middleware/retry.go:27"},
	},
}
