package knowledge

// connectrpc.com/connect and twirp: HTTP clients underneath, with its limits or
// without. Generated clients have no rows: Signatures know them.
var connectGo = Library{
	Path:    "connectrpc.com/connect",
	Module:  "connectrpc.com/connect",
	Version: "v1.21.1",
	Note:    "A call ends by its context, or by the HTTP client underneath, if that one has a limit. The server is told the deadline.",
	Calls: []Call{
		{Name: "(*connectrpc.com/connect.Client).CallUnary", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client.go:149"},
		{Name: "(*connectrpc.com/connect.Client).CallServerStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client.go:199"},
		{Name: "(*connectrpc.com/connect.Client).CallClientStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client.go:161"},
		{Name: "(*connectrpc.com/connect.Client).CallBidiStream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client.go:233"},
		{Name: "(*connectrpc.com/connect.ServerStreamForClient).Receive", Does: Receives, Bound: []Bound{"recvctx"}, Source: "client_stream.go:190"},
		{Name: "(*connectrpc.com/connect.BidiStreamForClient).Receive", Does: Receives, Bound: []Bound{"recvctx"}, Source: "client_stream.go:327"},
		{Name: "(*connectrpc.com/connect.ClientStreamForClient).CloseAndReceive", Does: Receives, Bound: []Bound{"recvctx"}, Source: "client_stream.go:90"},
		{Name: "(connectrpc.com/connect.HTTPClient).Do", Does: Requests, Bound: []Bound{"reqctx"}, Source: "connect.go:326"},
	},
}

var twirpGo = Library{
	Path:    "github.com/twitchtv/twirp",
	Module:  "github.com/twitchtv/twirp",
	Version: "v8.1.3+incompatible",
	Note:    "A generated client has the limits of the HTTPClient it is given and of the context.",
}
