package knowledge

// net/http: the zero Client has no bound at all, http.DefaultClient is the
// zero Client, and http.DefaultTransport bounds dialling and TLS only.
var netHTTP = Library{
	Path:    "net/http",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "net/http.Get", Does: Requests, Source: "net/http/client.go:457"},
		{Name: "(*net/http.Client).Do", Does: Requests, Bound: []Bound{"reqctx", "field:net/http.Client.Timeout"}, Source: "net/http/client.go:591"},
		{Name: "(*net/http.Client).Get", Does: Requests, Bound: []Bound{"field:net/http.Client.Timeout"}, Source: "net/http/client.go:484"},
	},
	Knobs: []Knob{
		{Owner: "net/http.Client", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "net/http/client.go:96"},
	},
}
