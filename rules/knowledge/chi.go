package knowledge

// chi and gorilla/handlers: middleware for net/http.
var chiMiddleware = Library{
	Path:    "github.com/go-chi/chi/v5/middleware",
	Module:  "github.com/go-chi/chi/v5",
	Version: "v5.5.0",
	Knobs: []Knob{
		{Owner: "github.com/go-chi/chi/v5/middleware", Form: Option, Name: "Timeout", Stage: Handling, Zero: Immediate, Negative: Immediate, Source: "middleware/timeout.go:35", Note: "ends the context and answers 504; a handler that does not look at the context goes on"},
		{Owner: "github.com/go-chi/chi/v5/middleware.ThrottleOpts", Form: Field, Name: "BacklogTimeout", Stage: Acquire, Default: "0", Zero: Immediate, Negative: Immediate, Source: "middleware/throttle.go:16"},
		{Owner: "github.com/go-chi/chi/v5/middleware", Form: Option, Name: "ThrottleBacklog", Stage: Acquire, Zero: Immediate, Arg: 2, Source: "middleware/throttle.go:42"},
	},
}
