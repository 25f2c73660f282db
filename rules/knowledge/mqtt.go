package knowledge

// MQTT: paho for version 3 (tokens) and version 5 (contexts).
var pahoMQTT = Library{
	Path:    "github.com/eclipse/paho.mqtt.golang",
	Module:  "github.com/eclipse/paho.mqtt.golang",
	Version: "v1.5.1",
	Note:    "Every operation returns a Token, whose Wait has no limit.",
	Calls: []Call{
		{Name: "(github.com/eclipse/paho.mqtt.golang.Token).Wait", Does: Waits, Instead: "WaitTimeout", Source: "token.go:41"},
		{Name: "(github.com/eclipse/paho.mqtt.golang.Token).WaitTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "token.go:47", Note: "false is a timeout: look at it"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions)", Form: Setter, Name: "SetConnectTimeout", Stage: Connect, Default: "30s", Zero: Infinite, Source: "options.go:379"},
		{Owner: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions)", Form: Setter, Name: "SetWriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Source: "options.go:151"},
		{Owner: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions)", Form: Setter, Name: "SetPingTimeout", Stage: Keepalive, Default: "10s", Source: "options.go:140"},
		{Owner: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions)", Form: Setter, Name: "SetKeepAlive", Stage: Keepalive, Default: "30s", Zero: Disabled, Source: "options.go:139"},
		{Owner: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions)", Form: Setter, Name: "SetMaxReconnectInterval", Stage: RetryTime, Default: "10m", Source: "options.go:142"},
	},
	Retries: []Retry{
		{Name: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetConnectRetry", Form: Method, Counts: Switch, Default: "false", Jitter: No, Backoff: "constant 30s", Ctx: No, Source: "options.go:145"},
		{Name: "(*github.com/eclipse/paho.mqtt.golang.ClientOptions).SetAutoReconnect", Form: Method, Counts: Switch, Default: "true", Backoff: "exponential to 10m", Ctx: No, Source: "options.go:143"},
	},
	Exempt: []string{
		"(github.com/eclipse/paho.mqtt.golang.Client).Disconnect",
		"(github.com/eclipse/paho.mqtt.golang.Client).Connect",
		"(github.com/eclipse/paho.mqtt.golang.Client).Publish",
		"(github.com/eclipse/paho.mqtt.golang.Client).Subscribe",
	},
}

var pahoGolang = Library{
	Path:    "github.com/eclipse/paho.golang/paho",
	Module:  "github.com/eclipse/paho.golang",
	Version: "v0.23.0",
	Note:    "Requests have PacketTimeout, 10s, within their context.",
	Calls: []Call{
		{Name: "(*github.com/eclipse/paho.golang/paho.Client).Authenticate", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "paho/client.go:618"},
	},
	Globs: []Glob{
		{Type: "(*github.com/eclipse/paho.golang/paho.Client)", Shape: CtxFirst, Except: []string{"Authenticate"}, Does: Requests, Bound: []Bound{"ctx:0", "field:github.com/eclipse/paho.golang/paho.ClientConfig.PacketTimeout"}, Source: "paho/client.go:108"},
	},
	Knobs: []Knob{
		{Owner: "github.com/eclipse/paho.golang/paho.ClientConfig", Form: Field, Name: "PacketTimeout", Stage: Total, Default: "10s", Zero: Default, Source: "paho/client.go:84"},
	},
}

var autoPaho = Library{
	Path:    "github.com/eclipse/paho.golang/autopaho",
	Module:  "github.com/eclipse/paho.golang",
	Version: "v0.23.0",
	Note:    "Reconnects for ever until the context of NewConnection ends.",
	Calls: []Call{
		{Name: "(*github.com/eclipse/paho.golang/autopaho.ConnectionManager).AwaitConnection", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "autopaho/auto.go:395"},
		{Name: "(*github.com/eclipse/paho.golang/autopaho.ConnectionManager).Disconnect", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "autopaho/auto.go:376"},
	},
	Globs: []Glob{
		{Type: "(*github.com/eclipse/paho.golang/autopaho.ConnectionManager)", Shape: CtxFirst, Except: []string{"AwaitConnection", "Disconnect"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "autopaho/auto.go:117"},
	},
	Knobs: []Knob{
		{Owner: "github.com/eclipse/paho.golang/autopaho.ClientConfig", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "10s", Zero: Default, Source: "autopaho/auto.go:76"},
		{Owner: "github.com/eclipse/paho.golang/autopaho.ClientConfig", Form: Field, Name: "ConnectRetryDelay", Stage: RetryTime, Default: "10s", Zero: Default, Source: "autopaho/auto.go:74"},
	},
	Exempt: []string{
		"github.com/eclipse/paho.golang/autopaho.NewConnection",
	},
}
