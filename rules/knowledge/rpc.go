package knowledge

// net/rpc: frozen, without contexts. A call waits for its answer however long.
var netRPC = Library{
	Path:    "net/rpc",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "net/rpc.Dial", Does: Dials, Instead: "NewClient", Source: "net/rpc/client.go:273"},
		{Name: "net/rpc.DialHTTP", Does: Dials, Instead: "NewClient", Source: "net/rpc/client.go:241"},
		{Name: "net/rpc.DialHTTPPath", Does: Dials, Instead: "NewClient", Source: "net/rpc/client.go:247"},
		{Name: "(*net/rpc.Client).Call", Does: Requests, Bound: []Bound{"deadline"}, Instead: "Go", Source: "net/rpc/client.go:320", Note: "select on Done and a timer"},
		{Name: "net/rpc.Accept", Does: Serves, Source: "net/rpc/server.go:691"},
		{Name: "(*net/rpc.Server).Accept", Does: Serves, Source: "net/rpc/server.go:629"},
		{Name: "net/rpc.ServeConn", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:672"},
		{Name: "(*net/rpc.Server).ServeConn", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:447"},
		{Name: "net/rpc.ServeCodec", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:678"},
		{Name: "(*net/rpc.Server).ServeCodec", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:460"},
		{Name: "net/rpc.ServeRequest", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:684"},
		{Name: "(*net/rpc.Server).ServeRequest", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/server.go:490"},
	},
	Exempt: []string{
		"net/rpc.NewClient",
		"net/rpc.NewClientWithCodec",
		"(*net/rpc.Client).Go",
	},
}

var netJSONRPC = Library{
	Path:    "net/rpc/jsonrpc",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "net/rpc/jsonrpc.Dial", Does: Dials, Instead: "NewClient", Source: "net/rpc/jsonrpc/client.go:118"},
		{Name: "net/rpc/jsonrpc.ServeConn", Does: Serves, Bound: []Bound{"deadline"}, Source: "net/rpc/jsonrpc/server.go:132"},
	},
	Exempt: []string{
		"net/rpc/jsonrpc.NewClient",
	},
}
