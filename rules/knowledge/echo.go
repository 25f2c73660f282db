package knowledge

// echo: the servers are fields, without timeouts until some are set.
var echoV4 = Library{
	Path:    "github.com/labstack/echo/v4",
	Module:  "github.com/labstack/echo/v4",
	Version: "v4.16.4",
	Note:    "Server and TLSServer start as zero http.Servers: set their timeouts before Start.",
	Calls: []Call{
		{Name: "(*github.com/labstack/echo/v4.Echo).Start", Does: Serves, Bound: []Bound{"field:github.com/labstack/echo/v4.Echo.Server.ReadTimeout", "field:github.com/labstack/echo/v4.Echo.Server.ReadHeaderTimeout"}, Instead: "StartServer", Source: "echo.go:710"},
		{Name: "(*github.com/labstack/echo/v4.Echo).StartTLS", Does: Serves, Bound: []Bound{"field:github.com/labstack/echo/v4.Echo.TLSServer.ReadTimeout", "field:github.com/labstack/echo/v4.Echo.TLSServer.ReadHeaderTimeout"}, Source: "echo.go:724"},
		{Name: "(*github.com/labstack/echo/v4.Echo).StartAutoTLS", Does: Serves, Bound: []Bound{"field:github.com/labstack/echo/v4.Echo.TLSServer.ReadTimeout", "field:github.com/labstack/echo/v4.Echo.TLSServer.ReadHeaderTimeout"}, Source: "echo.go:767"},
		{Name: "(*github.com/labstack/echo/v4.Echo).StartServer", Does: Serves, Bound: []Bound{"field:net/http.Server.ReadHeaderTimeout", "field:net/http.Server.ReadTimeout"}, Source: "echo.go:792"},
		{Name: "(*github.com/labstack/echo/v4.Echo).StartH2CServer", Does: Serves, Bound: []Bound{"field:github.com/labstack/echo/v4.Echo.Server.ReadTimeout"}, Source: "echo.go:868"},
		{Name: "(*github.com/labstack/echo/v4.Echo).Shutdown", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "echo.go:913"},
	},
	Knobs: []Knob{
		{Owner: "github.com/labstack/echo/v4.Echo", Form: Field, Name: "Server", Stage: Header, Unit: "*net/http.Server", Default: "http.Server{}", Source: "echo.go:397"},
		{Owner: "github.com/labstack/echo/v4.Echo", Form: Field, Name: "TLSServer", Stage: Header, Unit: "*net/http.Server", Default: "http.Server{}", Source: "echo.go:398"},
	},
}

var echoMiddleware = Library{
	Path:    "github.com/labstack/echo/v4/middleware",
	Module:  "github.com/labstack/echo/v4",
	Version: "v4.16.4",
	Knobs: []Knob{
		{Owner: "github.com/labstack/echo/v4/middleware.TimeoutConfig", Form: Field, Name: "Timeout", Stage: Handling, Default: "0", Zero: Disabled, Source: "middleware/timeout.go:82", Note: "deprecated: the handler goes on behind the answer"},
		{Owner: "github.com/labstack/echo/v4/middleware.ContextTimeoutConfig", Form: Field, Name: "Timeout", Stage: Handling, Zero: Refused, Negative: Immediate, Source: "middleware/context_timeout.go:77", Note: "the handler gets a context that ends; 0 panics"},
		{Owner: "github.com/labstack/echo/v4/middleware", Form: Option, Name: "ContextTimeout", Stage: Handling, Zero: Refused, Negative: Immediate, Source: "middleware/context_timeout.go:61", Note: "the handler gets a context that ends; 0 panics"},
		{Owner: "github.com/labstack/echo/v4/middleware", Form: Option, Name: "ContextTimeoutWithConfig", Stage: Handling, Unit: "github.com/labstack/echo/v4/middleware.ContextTimeoutConfig", Source: "middleware/context_timeout.go:66"},
		{Owner: "github.com/labstack/echo/v4/middleware", Form: Option, Name: "TimeoutWithConfig", Stage: Handling, Unit: "github.com/labstack/echo/v4/middleware.TimeoutConfig", Source: "middleware/timeout.go:130", Note: "deprecated: the handler goes on behind the answer"},
	},
	Exempt: []string{
		"github.com/labstack/echo/v4/middleware.Timeout",
	},
}
