package knowledge

// fiber v2 and v3: fasthttp underneath, with limits in Config.
var fiberV2 = Library{
	Path:    "github.com/gofiber/fiber/v2",
	Module:  "github.com/gofiber/fiber/v2",
	Version: "v2.52.15",
	Note:    "No limit until Config sets one.",
	Calls: []Call{
		{Name: "(*github.com/gofiber/fiber/v2.App).Listen", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v2.Config.ReadTimeout"}, Source: "listen.go:64"},
		{Name: "(*github.com/gofiber/fiber/v2.App).ListenTLS", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v2.Config.ReadTimeout"}, Source: "listen.go:100"},
		{Name: "(*github.com/gofiber/fiber/v2.App).Listener", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v2.Config.ReadTimeout"}, Source: "listen.go:34"},
		{Name: "(*github.com/gofiber/fiber/v2.App).ListenMutualTLS", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v2.Config.ReadTimeout"}, Source: "listen.go:168"},
		{Name: "(*github.com/gofiber/fiber/v2.App).Shutdown", Does: Waits, Instead: "ShutdownWithContext", Source: "app.go:865", Note: "ends with the last connection: set ReadTimeout"},
		{Name: "(*github.com/gofiber/fiber/v2.App).ShutdownWithContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "app.go:887"},
		{Name: "(*github.com/gofiber/fiber/v2.App).ShutdownWithTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "app.go:876"},
		{Name: "(*github.com/gofiber/fiber/v2.Agent).Bytes", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v2.Agent).Timeout"}, Source: "client.go:734"},
		{Name: "(*github.com/gofiber/fiber/v2.Agent).String", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v2.Agent).Timeout"}, Source: "client.go:800"},
		{Name: "(*github.com/gofiber/fiber/v2.Agent).Struct", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v2.Agent).Timeout"}, Source: "client.go:810"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gofiber/fiber/v2.Config", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "0", Zero: Infinite, Negative: Infinite, Source: "app.go:198"},
		{Owner: "github.com/gofiber/fiber/v2.Config", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Negative: Infinite, Source: "app.go:204"},
		{Owner: "github.com/gofiber/fiber/v2.Config", Form: Field, Name: "IdleTimeout", Stage: Idle, Default: "0", Zero: Inherited, Source: "app.go:207"},
		{Owner: "(*github.com/gofiber/fiber/v2.Agent)", Form: Setter, Name: "Timeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client.go:773"},
	},
	Exempt: []string{
		"(*github.com/gofiber/fiber/v2.App).Test",
	},
}

var fiberV3 = Library{
	Path:    "github.com/gofiber/fiber/v3",
	Module:  "github.com/gofiber/fiber/v3",
	Version: "v3.1.0",
	Calls: []Call{
		{Name: "(*github.com/gofiber/fiber/v3.App).Listen", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v3.Config.ReadTimeout"}, Source: "listen.go:172"},
		{Name: "(*github.com/gofiber/fiber/v3.App).Listener", Does: Serves, Bound: []Bound{"field:github.com/gofiber/fiber/v3.Config.ReadTimeout"}, Source: "listen.go:269"},
		{Name: "(*github.com/gofiber/fiber/v3.App).Shutdown", Does: Waits, Instead: "ShutdownWithContext", Source: "app.go:1096"},
		{Name: "(*github.com/gofiber/fiber/v3.App).ShutdownWithContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "app.go:1118"},
		{Name: "(*github.com/gofiber/fiber/v3.App).ShutdownWithTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "app.go:1107"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gofiber/fiber/v3.Config", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "0", Zero: Infinite, Negative: Infinite, Source: "app.go:201"},
		{Owner: "github.com/gofiber/fiber/v3.Config", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Negative: Infinite, Source: "app.go:207"},
		{Owner: "github.com/gofiber/fiber/v3.Config", Form: Field, Name: "IdleTimeout", Stage: Idle, Default: "0", Zero: Inherited, Source: "app.go:210"},
		{Owner: "github.com/gofiber/fiber/v3.ListenConfig", Form: Field, Name: "ShutdownTimeout", Stage: Shutdown, Default: "0", Zero: Infinite, Source: "listen.go:103", Note: "a ListenConfig, even an empty one, loses the 10s that none would have"},
	},
}

var fiberV3Client = Library{
	Path:    "github.com/gofiber/fiber/v3/client",
	Module:  "github.com/gofiber/fiber/v3",
	Version: "v3.1.0",
	Calls: []Call{
		{Name: "(*github.com/gofiber/fiber/v3/client.Client).Get", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v3/client.Client).SetTimeout", "field:github.com/gofiber/fiber/v3/client.Config.Timeout"}, Source: "client/client.go:550"},
		{Name: "(*github.com/gofiber/fiber/v3/client.Client).Post", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v3/client.Client).SetTimeout", "field:github.com/gofiber/fiber/v3/client.Config.Timeout"}, Source: "client/client.go:557"},
		{Name: "(*github.com/gofiber/fiber/v3/client.Request).Send", Does: Requests, Bound: []Bound{"setter:(*github.com/gofiber/fiber/v3/client.Request).SetTimeout", "setter:(*github.com/gofiber/fiber/v3/client.Request).SetContext", "setter:(*github.com/gofiber/fiber/v3/client.Client).SetTimeout"}, Source: "client/request.go:673"},
		{Name: "github.com/gofiber/fiber/v3/client.Get", Does: Requests, Bound: []Bound{"field:github.com/gofiber/fiber/v3/client.Config.Timeout"}, Source: "client/client.go:831"},
		{Name: "github.com/gofiber/fiber/v3/client.Post", Does: Requests, Bound: []Bound{"field:github.com/gofiber/fiber/v3/client.Config.Timeout"}, Source: "client/client.go:836"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/gofiber/fiber/v3/client.Client)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client/core.go:201"},
		{Owner: "(*github.com/gofiber/fiber/v3/client.Request)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "the client's", Zero: Inherited, Negative: Inherited, Source: "client/core.go:199"},
	},
}

var fiberV3Retry = Library{
	Path:    "github.com/gofiber/fiber/v3/addon/retry",
	Module:  "github.com/gofiber/fiber/v3",
	Version: "v3.1.0",
	Retries: []Retry{
		{Name: "github.com/gofiber/fiber/v3/addon/retry.Config.MaxRetryCount", Form: Field, Counts: TotalTries, Default: "10", Zero: Default, Jitter: Yes, Backoff: "exponential 1s x2 to 32s", Ctx: No, Source: "addon/retry/config.go:42"},
	},
}

var fiberV2Timeout = Library{
	Path:    "github.com/gofiber/fiber/v2/middleware/timeout",
	Module:  "github.com/gofiber/fiber/v2",
	Version: "v2.52.15",
	Knobs: []Knob{
		{Owner: "github.com/gofiber/fiber/v2/middleware/timeout", Form: Option, Name: "New", Stage: Handling, Zero: Disabled, Negative: Disabled, Arg: 1, Source: "middleware/timeout/timeout.go:20", Note: "deprecated: the handler goes on, without a deadline"},
		{Owner: "github.com/gofiber/fiber/v2/middleware/timeout", Form: Option, Name: "NewWithContext", Stage: Handling, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "middleware/timeout/timeout.go:56", Note: "UserContext gets the deadline"},
	},
}

var fiberV3Timeout = Library{
	Path:    "github.com/gofiber/fiber/v3/middleware/timeout",
	Module:  "github.com/gofiber/fiber/v3",
	Version: "v3.1.0",
	Knobs: []Knob{
		{Owner: "github.com/gofiber/fiber/v3/middleware/timeout.Config", Form: Field, Name: "Timeout", Stage: Handling, Zero: Disabled, Negative: Disabled, Source: "middleware/timeout/config.go:25", Note: "the handler's Context gets the deadline"},
	},
}
