package knowledge

// sarama: limits in Config, none by context.
var ibmSarama = Library{
	Path:    "github.com/IBM/sarama",
	Module:  "github.com/IBM/sarama",
	Version: "v1.61.1",
	Note:    "NewConfig sets every limit; a literal Config is refused. The producers take no context.",
	Calls: []Call{
		{Name: "github.com/IBM/sarama.NewClient", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout", "field:github.com/IBM/sarama.Config.Metadata.Timeout"}, Source: "client.go:178"},
		{Name: "github.com/IBM/sarama.NewSyncProducer", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout"}, Source: "sync_producer.go:77"},
		{Name: "github.com/IBM/sarama.NewAsyncProducer", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout"}, Source: "async_producer.go:284"},
		{Name: "github.com/IBM/sarama.NewConsumer", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout"}, Source: "consumer.go:116"},
		{Name: "github.com/IBM/sarama.NewConsumerGroup", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout"}, Source: "consumer_group.go:130"},
		{Name: "github.com/IBM/sarama.NewClusterAdmin", Does: Dials, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.DialTimeout"}, Source: "admin.go:214"},
		{Name: "(github.com/IBM/sarama.SyncProducer).SendMessage", Does: Writes, Message: true, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.ReadTimeout", "field:github.com/IBM/sarama.Config.Producer.Timeout"}, Source: "sync_producer.go:26", Note: "about (Retry.Max+1) reads and their waits"},
		{Name: "(github.com/IBM/sarama.SyncProducer).SendMessages", Does: Writes, Message: true, Bound: []Bound{"field:github.com/IBM/sarama.Config.Net.ReadTimeout"}, Source: "sync_producer.go:32"},
		{Name: "(github.com/IBM/sarama.ConsumerGroup).Consume", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "consumer_group.go:72"},
		{Name: "(github.com/IBM/sarama.AsyncProducer).Close", Does: Closes, Source: "async_producer.go:51"},
		{Name: "(github.com/IBM/sarama.PartitionConsumer).Close", Does: Closes, Source: "consumer.go:399"},
	},
	Knobs: []Knob{
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Net.DialTimeout", Stage: Connect, Default: "30s", Zero: Refused, Negative: Refused, Source: "config.go:568"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Net.ReadTimeout", Stage: Read, Default: "30s", Zero: Refused, Negative: Refused, Source: "config.go:569"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Net.WriteTimeout", Stage: Write, Default: "30s", Zero: Refused, Negative: Refused, Source: "config.go:570"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Net.KeepAlive", Stage: Keepalive, Default: "0", Zero: Default, Negative: Disabled, Source: "config.go:117", Note: "0: on, as the system has it"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Metadata.Timeout", Stage: Total, Default: "0", Zero: Disabled, Source: "config.go:162", Note: "0: each broker has its dial and read limits, times the retries"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Producer.Timeout", Stage: Total, Default: "10s", Zero: Refused, Negative: Refused, Source: "config.go:583", Note: "the broker's wait for its replicas"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Producer.Transaction.Timeout", Stage: Total, Default: "1m", Source: "config.go:590"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Consumer.MaxWaitTime", Stage: Poll, Default: "500ms", Source: "config.go:598", Note: "500ms in the code, 250ms in the comment"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Consumer.Group.Session.Timeout", Stage: Keepalive, Default: "10s", Zero: Refused, Negative: Refused, Source: "config.go:606"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Consumer.Group.Heartbeat.Interval", Stage: Keepalive, Default: "3s", Source: "config.go:607"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Consumer.Group.Rebalance.Timeout", Stage: Total, Default: "60s", Zero: Refused, Negative: Refused, Source: "config.go:609"},
		{Owner: "github.com/IBM/sarama.Config", Form: Field, Name: "Admin.Timeout", Stage: Total, Default: "3s", Zero: Refused, Negative: Refused, Source: "config.go:565"},
	},
	Retries: []Retry{
		{Name: "github.com/IBM/sarama.Config.Producer.Retry.Max", Form: Field, Counts: ExtraTries, Default: "3", Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "constant 100ms", Ctx: No, Source: "config.go:585", Note: "may write twice unless Idempotent"},
		{Name: "github.com/IBM/sarama.Config.Metadata.Retry.Max", Form: Field, Counts: ExtraTries, Default: "3", Zero: SingleTry, Negative: Refused, Jitter: No, Backoff: "constant 250ms", Ctx: No, Source: "config.go:574"},
		{Name: "github.com/IBM/sarama.Config.Consumer.Retry.Max", Form: Field, Counts: OtherCount, Default: "0", Zero: Unlimited, Jitter: No, Backoff: "constant 2s", Source: "config.go:399", Note: "failures in a row before it gives up"},
		{Name: "github.com/IBM/sarama.Config.Admin.Retry.Max", Form: Field, Counts: ExtraTries, Default: "5", Zero: SingleTry, Negative: SingleTry, Jitter: No, Backoff: "constant 100ms", Source: "config.go:563"},
		{Name: "github.com/IBM/sarama.Config.Producer.Transaction.Retry.Max", Form: Field, Counts: ExtraTries, Default: "50", Zero: SingleTry, Negative: NeverRuns, Jitter: No, Backoff: "constant 100ms", Source: "config.go:591", Note: "below 0 the coordinator is not asked at all, and there is no error"},
		{Name: "github.com/IBM/sarama.NewExponentialBackoff", Form: Option, Counts: OtherCount, Jitter: Yes, Backoff: "exponential", Source: "utils.go:389"},
	},
	Flows: []Flow{
		{Name: "github.com/IBM/sarama.NewConfig", From: NoSource, Sets: []Preset{{Field: "Net.DialTimeout", Value: "30s"}, {Field: "Net.ReadTimeout", Value: "30s"}, {Field: "Net.WriteTimeout", Value: "30s"}, {Field: "Producer.Timeout", Value: "10s"}, {Field: "Admin.Timeout", Value: "3s"}}, Source: "config.go:560"},
	},
}

// Sarama before it moved: what a message sent twice needs, no more.
var shopifySarama = Library{
	Path:    "github.com/Shopify/sarama",
	Module:  "github.com/Shopify/sarama",
	Version: "v1.38.1",
	Note:    "Moved to github.com/IBM/sarama, which these rows follow.",
	Calls: []Call{
		{Name: "(github.com/Shopify/sarama.SyncProducer).SendMessage", Does: Writes, Message: true, Bound: []Bound{"field:github.com/Shopify/sarama.Config.Net.ReadTimeout", "field:github.com/Shopify/sarama.Config.Producer.Timeout"}, Source: "sync_producer.go:20"},
		{Name: "(github.com/Shopify/sarama.SyncProducer).SendMessages", Does: Writes, Message: true, Bound: []Bound{"field:github.com/Shopify/sarama.Config.Net.ReadTimeout"}, Source: "sync_producer.go:26"},
	},
}
