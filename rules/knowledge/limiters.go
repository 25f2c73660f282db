package knowledge

// LimiterEffect says how a function gives what it makes a time for each call.
type LimiterEffect string

// The effects.
const (
	LimitsAll    LimiterEffect = "all"  // by itself
	LimitsByFunc LimiterEffect = "func" // where a function that it is given makes a deadline
	LimitsByText LimiterEffect = "text" // where the text that it is given has Text in it
)

// Limiter is a function whose result, wherever a client was made with it, ends
// each call of that client.
type Limiter struct {
	Name   string
	Does   LimiterEffect
	Text   string
	Source string
}

// Limiters are these functions by name without a major version ([Family]).
func Limiters() map[string]Limiter {
	out := make(map[string]Limiter, len(limiters))
	for _, l := range limiters {
		out[Family(l.Name)] = l
	}
	return out
}

// Read in grpc v1.85.0, go-grpc-middleware v2.3.4, and mongo-driver v1.17.10 and v2.10.0.
var limiters = []Limiter{
	{"google.golang.org/grpc.WithUnaryInterceptor", LimitsByFunc, "", "dialoptions.go:587"},
	{"google.golang.org/grpc.WithChainUnaryInterceptor", LimitsByFunc, "", "dialoptions.go:598"},
	{"google.golang.org/grpc.WithDefaultServiceConfig", LimitsByText, `"timeout`, "dialoptions.go:672"},
	{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout.UnaryClientInterceptor", LimitsAll, "", "interceptors/timeout/timeout.go:14"},
	{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithPerRetryTimeout", LimitsAll, "", "interceptors/retry/options.go:97"},
	{"github.com/grpc-ecosystem/go-grpc-middleware/retry.WithPerRetryTimeout", LimitsAll, "", "retry/options.go:23"},
	{"(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions).SetTimeout", LimitsAll, "", "mongo/options/clientoptions.go:926"},
	{"(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).SetTimeout", LimitsAll, "", "mongo/options/clientoptions.go:1073"},
}
