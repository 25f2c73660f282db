package knowledge

// golang.org/x/net: http2, websocket and proxy.
var xNetHTTP2 = Library{
	Path:    "golang.org/x/net/http2",
	Module:  "golang.org/x/net",
	Version: "v0.62.0",
	Calls: []Call{
		{Name: "(*golang.org/x/net/http2.Transport).RoundTrip", Does: Requests, Bound: []Bound{"reqctx"}, Source: "http2/transport_common.go:278"},
		{Name: "(*golang.org/x/net/http2.Transport).RoundTripOpt", Does: Requests, Bound: []Bound{"reqctx"}, Source: "http2/transport_common.go:285"},
		{Name: "(*golang.org/x/net/http2.ClientConn).RoundTrip", Does: Requests, Bound: []Bound{"reqctx"}, Source: "http2/clientconn.go:12"},
		{Name: "(*golang.org/x/net/http2.ClientConn).Ping", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "http2/clientconn.go:55"},
		{Name: "(*golang.org/x/net/http2.ClientConn).Shutdown", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "http2/clientconn.go:43"},
		{Name: "(*golang.org/x/net/http2.Server).ServeConn", Does: Serves, Bound: []Bound{"field:golang.org/x/net/http2.Server.IdleTimeout", "field:net/http.Server.ReadTimeout"}, Source: "http2/server_common.go:228"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/net/http2.Transport", Form: Field, Name: "IdleConnTimeout", Stage: Idle, Default: "0", Zero: Inherited, Source: "http2/transport_common.go:155", Note: "0: that of the http.Transport it was made from"},
		{Owner: "golang.org/x/net/http2.Transport", Form: Field, Name: "ReadIdleTimeout", Stage: Keepalive, Default: "0", Zero: Disabled, Source: "http2/transport_common.go:163"},
		{Owner: "golang.org/x/net/http2.Transport", Form: Field, Name: "PingTimeout", Stage: Keepalive, Default: "15s", Zero: Default, Negative: Default, Source: "http2/config.go:115"},
		{Owner: "golang.org/x/net/http2.Transport", Form: Field, Name: "WriteByteTimeout", Stage: Write, Default: "0", Zero: Infinite, Source: "http2/transport_common.go:182"},
		{Owner: "golang.org/x/net/http2.Server", Form: Field, Name: "IdleTimeout", Stage: Idle, Default: "0", Zero: Inherited, Negative: Disabled, Source: "http2/server_common.go:113", Note: "0: IdleTimeout of the http.Server, then its ReadTimeout"},
		{Owner: "golang.org/x/net/http2.Server", Form: Field, Name: "ReadIdleTimeout", Stage: Keepalive, Default: "0", Zero: Disabled, Negative: Disabled, Source: "http2/server_common.go:121"},
		{Owner: "golang.org/x/net/http2.Server", Form: Field, Name: "PingTimeout", Stage: Keepalive, Default: "15s", Zero: Default, Negative: Default, Source: "http2/server_common.go:129"},
		{Owner: "golang.org/x/net/http2.Server", Form: Field, Name: "WriteByteTimeout", Stage: Write, Default: "0", Zero: Infinite, Source: "http2/server_common.go:138"},
	},
}

var xNetWebsocket = Library{
	Path:    "golang.org/x/net/websocket",
	Module:  "golang.org/x/net",
	Version: "v0.62.0",
	Calls: []Call{
		{Name: "golang.org/x/net/websocket.Dial", Does: Dials, Instead: "(*golang.org/x/net/websocket.Config).DialContext", Source: "websocket/client.go:57"},
		{Name: "golang.org/x/net/websocket.DialConfig", Does: Dials, Instead: "(*golang.org/x/net/websocket.Config).DialContext", Source: "websocket/client.go:83", Note: "Config.Dialer limits connecting and TLS, the opening handshake has no limit"},
		{Name: "(*golang.org/x/net/websocket.Config).DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "websocket/client.go:88"},
		{Name: "(*golang.org/x/net/websocket.Conn).Read", Does: Receives, Bound: []Bound{"deadline"}, Source: "websocket/websocket.go:191"},
		{Name: "(*golang.org/x/net/websocket.Conn).Write", Does: Writes, Bound: []Bound{"deadline"}, Source: "websocket/websocket.go:221"},
		{Name: "(golang.org/x/net/websocket.Codec).Send", Does: Writes, Bound: []Bound{"deadline"}, Source: "websocket/websocket.go:307"},
		{Name: "(golang.org/x/net/websocket.Codec).Receive", Does: Receives, Bound: []Bound{"deadline"}, Source: "websocket/websocket.go:329"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/net/websocket.Config", Form: Field, Name: "Dialer", Stage: Connect, Unit: "*net.Dialer", Default: "net.Dialer{}", Source: "websocket/websocket.go:101"},
		{Owner: "(*golang.org/x/net/websocket.Conn)", Form: Setter, Name: "SetDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "websocket/websocket.go:270"},
		{Owner: "(*golang.org/x/net/websocket.Conn)", Form: Setter, Name: "SetReadDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "websocket/websocket.go:278"},
		{Owner: "(*golang.org/x/net/websocket.Conn)", Form: Setter, Name: "SetWriteDeadline", Stage: Write, Unit: "time", Default: "none", Zero: Infinite, Source: "websocket/websocket.go:286"},
	},
}

var xNetProxy = Library{
	Path:    "golang.org/x/net/proxy",
	Module:  "golang.org/x/net",
	Version: "v0.62.0",
	Calls: []Call{
		{Name: "golang.org/x/net/proxy.Dial", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "proxy/dial.go:25"},
		{Name: "(golang.org/x/net/proxy.Dialer).Dial", Does: Dials, Instead: "(golang.org/x/net/proxy.ContextDialer).DialContext", Source: "proxy/proxy.go:21", Note: "what SOCKS5 and FromURL return is a ContextDialer too"},
		{Name: "(golang.org/x/net/proxy.ContextDialer).DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "proxy/dial.go:14"},
		{Name: "(*golang.org/x/net/proxy.PerHost).Dial", Does: Dials, Instead: "DialContext", Source: "proxy/per_host.go:37"},
		{Name: "(*golang.org/x/net/proxy.PerHost).DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "proxy/per_host.go:48"},
	},
	Exempt: []string{
		"golang.org/x/net/proxy.SOCKS5",
		"golang.org/x/net/proxy.FromURL",
		"golang.org/x/net/proxy.FromEnvironment",
	},
}
