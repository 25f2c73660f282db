package knowledge

// amqp091-go: heartbeats notice a dead broker; a stalled one is waited for.
var amqp091 = Library{
	Path:    "github.com/rabbitmq/amqp091-go",
	Module:  "github.com/rabbitmq/amqp091-go",
	Version: "v1.16.0",
	Note:    "No request takes a context, and the publishing methods that do look at it only before they write.",
	Calls: []Call{
		{Name: "github.com/rabbitmq/amqp091-go.Dial", Does: Dials, Bound: []Bound{"const:30s", "dsn:connection_timeout"}, Source: "connection.go:278", Note: "connecting and the opening exchange"},
		{Name: "github.com/rabbitmq/amqp091-go.DialTLS", Does: Dials, Bound: []Bound{"const:30s", "dsn:connection_timeout"}, Source: "connection.go:292"},
		{Name: "github.com/rabbitmq/amqp091-go.DialConfig", Does: Dials, Bound: []Bound{"field:github.com/rabbitmq/amqp091-go.Config.Dial", "dsn:connection_timeout"}, Source: "connection.go:324"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Connection).Channel", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "connection.go:1203"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Connection).Close", Does: Closes, Bound: []Bound{"peer:heartbeat"}, Instead: "CloseDeadline", Source: "connection.go:657"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Connection).CloseDeadline", Does: Closes, Bound: []Bound{"arg:0"}, Source: "connection.go:692"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).Publish", Does: Writes, Message: true, Source: "channel.go:1853", Note: "waits while the broker takes nothing"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).PublishWithContext", Does: Writes, Message: true, Source: "channel.go:1895", Note: "the context is looked at before the write, not during"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).PublishWithDeferredConfirm", Does: Writes, Message: true, Source: "channel.go:1910", Note: "waits while the broker takes nothing"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).PublishWithDeferredConfirmWithContext", Does: Writes, Message: true, Source: "channel.go:1965", Note: "the context is looked at before the write, not during"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).QueueDeclare", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:1079"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).QueueBind", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:1240"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).ExchangeDeclare", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:1633"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).Qos", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:950"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).Consume", Does: Streams, Bound: []Bound{"peer:heartbeat"}, Instead: "ConsumeWithContext", Source: "channel.go:1412"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).Get", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:1991"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).Confirm", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:2108"},
		{Name: "(*github.com/rabbitmq/amqp091-go.Channel).TxCommit", Does: Requests, Bound: []Bound{"peer:heartbeat"}, Source: "channel.go:2035"},
		{Name: "(*github.com/rabbitmq/amqp091-go.DeferredConfirmation).Wait", Does: Waits, Instead: "WaitContext", Source: "confirms.go:236", Note: "a broker that never confirms is waited for"},
		{Name: "(*github.com/rabbitmq/amqp091-go.DeferredConfirmation).WaitContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "confirms.go:244"},
	},
	Knobs: []Knob{
		{Owner: "github.com/rabbitmq/amqp091-go.Config", Form: Field, Name: "Heartbeat", Stage: Keepalive, Default: "10s", Zero: Default, Source: "connection.go:29", Note: "0 is 10s; heartbeat=0 in the URI turns it off"},
		{Owner: "github.com/rabbitmq/amqp091-go.Config", Form: Field, Name: "Dial", Stage: Connect, Unit: "func", Default: "30s", Source: "connection.go:115"},
		{Owner: "github.com/rabbitmq/amqp091-go", Form: Option, Name: "DefaultDial", Stage: Connect, Zero: Immediate, Source: "connection.go:252", Note: "also the deadline of the opening exchange: 0 has passed at once"},
		{Owner: "github.com/rabbitmq/amqp091-go", Form: DSN, Name: "connection_timeout", Stage: Connect, Unit: "ms", Default: "30000", Zero: Default, Source: "uri.go:74"},
		{Owner: "github.com/rabbitmq/amqp091-go", Form: DSN, Name: "heartbeat", Stage: Keepalive, Unit: "s", Default: "10", Zero: Disabled, Source: "uri.go:73"},
	},
	Retries: []Retry{
		{Name: "github.com/rabbitmq/amqp091-go.ReconnectionConfig.MaxRetryCount", Form: Field, Counts: TotalTries, Default: "5", Zero: SingleTry, Jitter: Yes, Backoff: "constant 5s", Source: "recovery.go:88"},
	},
}

// The package that amqp091-go goes on from.
var streadwayAMQP = Library{
	Path:    "github.com/streadway/amqp",
	Module:  "github.com/streadway/amqp",
	Version: "v1.1.0",
	Note:    "Not kept up: github.com/rabbitmq/amqp091-go goes on from it.",
	Calls: []Call{
		{Name: "(*github.com/streadway/amqp.Channel).Publish", Does: Writes, Message: true, Source: "channel.go:1326", Note: "waits while the broker takes nothing"},
	},
}
