package knowledge

// gin: Run serves without any limit; hand the engine to an http.Server of your own.
var ginGonic = Library{
	Path:    "github.com/gin-gonic/gin",
	Module:  "github.com/gin-gonic/gin",
	Version: "v1.12.0",
	Note:    "Run and its kin make an http.Server without timeouts.",
	Calls: []Call{
		{Name: "(*github.com/gin-gonic/gin.Engine).Run", Does: Serves, Instead: "(*net/http.Server).ListenAndServe", Source: "gin.go:540"},
		{Name: "(*github.com/gin-gonic/gin.Engine).RunTLS", Does: Serves, Instead: "(*net/http.Server).ListenAndServe", Source: "gin.go:561"},
		{Name: "(*github.com/gin-gonic/gin.Engine).RunUnix", Does: Serves, Instead: "(*net/http.Server).ListenAndServe", Source: "gin.go:581"},
		{Name: "(*github.com/gin-gonic/gin.Engine).RunFd", Does: Serves, Instead: "(*net/http.Server).ListenAndServe", Source: "gin.go:607"},
		{Name: "(*github.com/gin-gonic/gin.Engine).RunQUIC", Does: Serves, Source: "gin.go:630"},
		{Name: "(*github.com/gin-gonic/gin.Engine).RunListener", Does: Serves, Instead: "(*net/http.Server).ListenAndServe", Source: "gin.go:645"},
	},
}

var ginTimeout = Library{
	Path:    "github.com/gin-contrib/timeout",
	Module:  "github.com/gin-contrib/timeout",
	Version: "v1.1.0",
	Note:    "Answers in the handler's place; the request's context gets no deadline and the handler goes on.",
	Knobs: []Knob{
		{Owner: "github.com/gin-contrib/timeout", Form: Option, Name: "WithTimeout", Stage: Handling, Default: "5s", Zero: Immediate, Negative: Immediate, Source: "option.go:14"},
	},
}
