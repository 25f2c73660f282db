package knowledge

// MCP: the official SDK and mark3labs/mcp-go.
var mcpSDK = Library{
	Path:    "github.com/modelcontextprotocol/go-sdk/mcp",
	Module:  "github.com/modelcontextprotocol/go-sdk",
	Version: "v1.8.0",
	Note:    "A request lives as long as its context. The HTTP transports use http.DefaultClient unless given another; a Timeout there cuts the event stream too.",
	Calls: []Call{
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.Client).Connect", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "mcp/client.go:308"},
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.ClientSession).Wait", Does: Serves, Source: "mcp/client.go:590"},
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.ClientSession).Close", Does: Closes, Source: "mcp/client.go:565"},
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.Server).Run", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "mcp/server.go:1354"},
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.Server).Connect", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "mcp/server.go:1432"},
		{Name: "(*github.com/modelcontextprotocol/go-sdk/mcp.ServerSession).Wait", Does: Serves, Source: "mcp/server.go:2168"},
		{Name: "github.com/modelcontextprotocol/go-sdk/mcp.CallCustomMethod", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "mcp/client.go:1667"},
	},
	Globs: []Glob{
		{Type: "(*github.com/modelcontextprotocol/go-sdk/mcp.ClientSession)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "mcp/client.go:470"},
		{Type: "(*github.com/modelcontextprotocol/go-sdk/mcp.ServerSession)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "mcp/server.go:1541"},
	},
	Knobs: []Knob{
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.ClientOptions", Form: Field, Name: "KeepAlive", Stage: Keepalive, Default: "0", Zero: Disabled, Negative: Disabled, Source: "mcp/client.go:199"},
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.ServerOptions", Form: Field, Name: "KeepAlive", Stage: Keepalive, Default: "0", Zero: Disabled, Negative: Disabled, Source: "mcp/server.go:100"},
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.CommandTransport", Form: Field, Name: "TerminateDuration", Stage: Shutdown, Default: "5s", Zero: Default, Negative: Default, Source: "mcp/cmd.go:25"},
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.SSEClientTransport", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "mcp/sse.go:399"},
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.StreamableClientTransport", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "mcp/streamable.go:1968"},
		{Owner: "github.com/modelcontextprotocol/go-sdk/mcp.StreamableHTTPOptions", Form: Field, Name: "SessionTimeout", Stage: Idle, Default: "0", Zero: Infinite, Source: "mcp/streamable.go:172"},
	},
	Retries: []Retry{
		{Name: "github.com/modelcontextprotocol/go-sdk/mcp.StreamableClientTransport.MaxRetries", Form: Field, Counts: TotalTries, Default: "5", Zero: Default, Negative: Disabled, Source: "mcp/streamable.go:1971", Note: "of reconnecting the event stream"},
	},
}

var mcpGoClient = Library{
	Path:    "github.com/mark3labs/mcp-go/client",
	Module:  "github.com/mark3labs/mcp-go",
	Version: "v1.2.1",
	Calls: []Call{
		{Name: "(*github.com/mark3labs/mcp-go/client.Client).Start", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "client/client.go:182", Note: "the context also ends the transport"},
		{Name: "(*github.com/mark3labs/mcp-go/client.Client).Listen", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client/subscriptions.go:44"},
		{Name: "(*github.com/mark3labs/mcp-go/client.Client).ListenAsync", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client/subscriptions.go:96"},
	},
	Globs: []Glob{
		{Type: "(*github.com/mark3labs/mcp-go/client.Client)", Shape: CtxFirst, Except: []string{"Listen", "ListenAsync", "Start"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client/client.go:19"},
		{Type: "(github.com/mark3labs/mcp-go/client.MCPClient)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client/interface.go:11"},
	},
	Knobs: []Knob{
		{Owner: "github.com/mark3labs/mcp-go/client", Form: Option, Name: "WithDiscoverTimeout", Stage: Total, Default: "5s", Source: "client/client.go:152"},
	},
}

var mcpGoTransport = Library{
	Path:    "github.com/mark3labs/mcp-go/client/transport",
	Module:  "github.com/mark3labs/mcp-go",
	Version: "v1.2.1",
	Knobs: []Knob{
		{Owner: "github.com/mark3labs/mcp-go/client/transport", Form: Option, Name: "WithHTTPTimeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client/transport/streamable_http.go:67", Note: "the http.Client's Timeout: cuts the event stream too"},
		{Owner: "github.com/mark3labs/mcp-go/client/transport", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client{}", Source: "client/transport/sse.go:95"},
		{Owner: "github.com/mark3labs/mcp-go/client/transport", Form: Option, Name: "WithHTTPBasicClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client{}", Source: "client/transport/streamable_http.go:46"},
		{Owner: "github.com/mark3labs/mcp-go/client/transport", Form: Option, Name: "WithEndpointTimeout", Stage: Connect, Default: "30s", Zero: Default, Negative: Default, Source: "client/transport/sse.go:111"},
		{Owner: "github.com/mark3labs/mcp-go/client/transport", Form: Option, Name: "WithResponseTimeout", Stage: Total, Default: "60s", Zero: Default, Negative: Default, Source: "client/transport/sse.go:122"},
	},
}

var mcpGoServer = Library{
	Path:    "github.com/mark3labs/mcp-go/server",
	Module:  "github.com/mark3labs/mcp-go",
	Version: "v1.2.1",
	Calls: []Call{
		{Name: "github.com/mark3labs/mcp-go/server.ServeStdio", Does: Serves, Source: "server/stdio.go:884"},
		{Name: "(*github.com/mark3labs/mcp-go/server.StdioServer).Listen", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "server/stdio.go:506"},
		{Name: "(*github.com/mark3labs/mcp-go/server.SSEServer).Start", Does: Serves, Bound: []Bound{"option:github.com/mark3labs/mcp-go/server.WithHTTPServer"}, Source: "server/sse.go:429", Note: "an http.Server without timeouts unless one is given"},
		{Name: "(*github.com/mark3labs/mcp-go/server.StreamableHTTPServer).Start", Does: Serves, Bound: []Bound{"option:github.com/mark3labs/mcp-go/server.WithStreamableHTTPServer"}, Source: "server/streamable_http.go:446", Note: "an http.Server without timeouts unless one is given"},
		{Name: "(*github.com/mark3labs/mcp-go/server.SSEServer).Shutdown", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "server/sse.go:451"},
		{Name: "(*github.com/mark3labs/mcp-go/server.StreamableHTTPServer).Shutdown", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "server/streamable_http.go:486"},
		{Name: "(*github.com/mark3labs/mcp-go/server.MCPServer).RequestSampling", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "server/sampling.go:31"},
		{Name: "(*github.com/mark3labs/mcp-go/server.MCPServer).RequestElicitation", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "server/elicitation.go:20"},
		{Name: "(*github.com/mark3labs/mcp-go/server.MCPServer).RequestRoots", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "server/roots.go:20"},
	},
}
