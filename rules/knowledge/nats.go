package knowledge

// NATS: core, and JetStream old and new.
var natsGo = Library{
	Path:    "github.com/nats-io/nats.go",
	Module:  "github.com/nats-io/nats.go",
	Version: "v1.55.0",
	Calls: []Call{
		{Name: "github.com/nats-io/nats.go.Connect", Does: Dials, Bound: []Bound{"option:github.com/nats-io/nats.go.Timeout"}, Source: "nats.go:1144"},
		{Name: "(github.com/nats-io/nats.go.JetStream).Publish", Does: Writes, Message: true, Bound: []Bound{"option:github.com/nats-io/nats.go.AckWait", "option:github.com/nats-io/nats.go.Context", "const:5s"}, Source: "js.go:42"},
		{Name: "(github.com/nats-io/nats.go.JetStream).PublishMsg", Does: Writes, Message: true, Bound: []Bound{"option:github.com/nats-io/nats.go.AckWait", "option:github.com/nats-io/nats.go.Context", "const:5s"}, Source: "js.go:45"},
		{Name: "(*github.com/nats-io/nats.go.Conn).Request", Does: Requests, Bound: []Bound{"arg:2"}, Instead: "RequestWithContext", Source: "nats.go:4916"},
		{Name: "(*github.com/nats-io/nats.go.Conn).RequestMsg", Does: Requests, Bound: []Bound{"arg:1"}, Instead: "RequestMsgWithContext", Source: "nats.go:4902"},
		{Name: "(*github.com/nats-io/nats.go.Conn).RequestWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "context.go:36", Note: "without a deadline it waits for ever"},
		{Name: "(*github.com/nats-io/nats.go.Conn).Flush", Does: Writes, Bound: []Bound{"const:10s"}, Instead: "FlushWithContext", Source: "nats.go:6162"},
		{Name: "(*github.com/nats-io/nats.go.Conn).FlushTimeout", Does: Writes, Bound: []Bound{"arg:0"}, Source: "nats.go:6105", Note: "0 and less is an error"},
		{Name: "(*github.com/nats-io/nats.go.Conn).FlushWithContext", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "context.go:177", Note: "refuses a context without a deadline"},
		{Name: "(*github.com/nats-io/nats.go.Subscription).NextMsg", Does: Receives, Bound: []Bound{"arg:0"}, Instead: "NextMsgWithContext", Source: "nats.go:5659"},
		{Name: "(*github.com/nats-io/nats.go.Subscription).NextMsgWithContext", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "context.go:170"},
		{Name: "(*github.com/nats-io/nats.go.Subscription).Fetch", Does: Receives, Bound: []Bound{"option:github.com/nats-io/nats.go.MaxWait", "option:github.com/nats-io/nats.go.Context"}, Source: "js.go:3135"},
	},
	Knobs: []Knob{
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "Timeout", Stage: Connect, Default: "2s", Source: "nats.go:59"},
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "DrainTimeout", Stage: Total, Default: "30s", Source: "nats.go:66"},
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "FlusherTimeout", Stage: Write, Default: "1m", Source: "nats.go:67"},
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "PingInterval", Stage: Keepalive, Default: "2m", Source: "nats.go:60"},
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "MaxPingsOutstanding", Stage: Keepalive, Unit: "count", Default: "2", Source: "nats.go:61"},
		{Owner: "github.com/nats-io/nats.go", Form: Option, Name: "ReconnectWait", Stage: RetryTime, Default: "2s", Source: "nats.go:56"},
	},
	Retries: []Retry{
		{Name: "github.com/nats-io/nats.go.MaxReconnects", Form: Option, Counts: OtherCount, Default: "60", Negative: Unlimited, Jitter: Yes, Backoff: "constant 2s", Ctx: NA, Source: "nats.go:55", Note: "below 0 never gives up"},
		{Name: "github.com/nats-io/nats.go.RetryOnFailedConnect", Form: Option, Counts: Switch, Default: "false", Source: "nats.go:1725"},
	},
	Exempt: []string{
		"(*github.com/nats-io/nats.go.Conn).Drain",
		"(*github.com/nats-io/nats.go.Conn).Subscribe",
		"(*github.com/nats-io/nats.go.Conn).QueueSubscribe",
		"(*github.com/nats-io/nats.go.Conn).Publish",
		"(*github.com/nats-io/nats.go.Conn).Close",
	},
}

var natsJetStream = Library{
	Path:    "github.com/nats-io/nats.go/jetstream",
	Module:  "github.com/nats-io/nats.go",
	Version: "v1.55.0",
	Note:    "A context without a deadline gets 5s.",
	Calls: []Call{
		{Name: "(github.com/nats-io/nats.go/jetstream.Publisher).Publish", Does: Writes, Message: true, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/jetstream.go:70"},
		{Name: "(github.com/nats-io/nats.go/jetstream.Publisher).PublishMsg", Does: Writes, Message: true, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/jetstream.go:70"},
		{Name: "(github.com/nats-io/nats.go/jetstream.Consumer).Fetch", Does: Receives, Bound: []Bound{"option:github.com/nats-io/nats.go/jetstream.FetchMaxWait"}, Source: "jetstream/consumer.go:80"},
		{Name: "(github.com/nats-io/nats.go/jetstream.Consumer).Next", Does: Receives, Bound: []Bound{"option:github.com/nats-io/nats.go/jetstream.FetchMaxWait"}, Source: "jetstream/consumer.go:159"},
		{Name: "(github.com/nats-io/nats.go/jetstream.MessagesContext).Next", Does: Streams, Bound: []Bound{"option:github.com/nats-io/nats.go/jetstream.NextMaxWait", "option:github.com/nats-io/nats.go/jetstream.NextContext"}, Source: "jetstream/pull.go:42"},
	},
	Globs: []Glob{
		{Type: "(github.com/nats-io/nats.go/jetstream.Publisher)", Shape: CtxFirst, Does: Writes, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/jetstream.go:70"},
		{Type: "(github.com/nats-io/nats.go/jetstream.StreamManager)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/jetstream.go:135"},
		{Type: "(github.com/nats-io/nats.go/jetstream.StreamConsumerManager)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/jetstream.go:178"},
		{Type: "(github.com/nats-io/nats.go/jetstream.KeyValue)", Shape: CtxFirst, Except: []string{"Watch*"}, Does: Requests, Bound: []Bound{"ctx:0", "const:5s"}, Source: "jetstream/kv.go:92"},
	},
	Knobs: []Knob{
		{Owner: "github.com/nats-io/nats.go/jetstream", Form: Option, Name: "WithDefaultTimeout", Stage: Total, Default: "5s", Source: "jetstream/jetstream.go:461", Note: "only where the context has no deadline"},
		{Owner: "github.com/nats-io/nats.go/jetstream", Form: Option, Name: "FetchMaxWait", Stage: Read, Default: "30s", Zero: Refused, Negative: Refused, Source: "jetstream/pull.go:194"},
	},
}
