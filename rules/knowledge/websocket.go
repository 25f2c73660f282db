package knowledge

// WebSockets: gorilla by deadlines, coder by contexts.
var gorillaWebsocket = Library{
	Path:    "github.com/gorilla/websocket",
	Module:  "github.com/gorilla/websocket",
	Version: "v1.5.3",
	Note:    "No read or write has a limit until a deadline is set, and Upgrade takes those of the http.Server away. After a read that timed out the connection is dead.",
	Calls: []Call{
		{Name: "(*github.com/gorilla/websocket.Dialer).Dial", Does: Dials, Bound: []Bound{"field:github.com/gorilla/websocket.Dialer.HandshakeTimeout"}, Instead: "DialContext", Source: "client.go:131", Note: "45s in DefaultDialer, none in a literal"},
		{Name: "(*github.com/gorilla/websocket.Dialer).DialContext", Does: Dials, Bound: []Bound{"ctx:0", "field:github.com/gorilla/websocket.Dialer.HandshakeTimeout"}, Source: "client.go:175"},
		{Name: "(*github.com/gorilla/websocket.Conn).ReadMessage", Does: Receives, Bound: []Bound{"deadline"}, Source: "conn.go:1102"},
		{Name: "(*github.com/gorilla/websocket.Conn).NextReader", Does: Receives, Bound: []Bound{"deadline"}, Source: "conn.go:1009"},
		{Name: "(*github.com/gorilla/websocket.Conn).ReadJSON", Does: Receives, Bound: []Bound{"deadline"}, Source: "json.go:49"},
		{Name: "(*github.com/gorilla/websocket.Conn).WriteMessage", Does: Writes, Bound: []Bound{"deadline"}, Source: "conn.go:767"},
		{Name: "(*github.com/gorilla/websocket.Conn).WriteJSON", Does: Writes, Bound: []Bound{"deadline"}, Source: "json.go:23"},
		{Name: "(*github.com/gorilla/websocket.Conn).NextWriter", Does: Writes, Bound: []Bound{"deadline"}, Source: "conn.go:527"},
		{Name: "(*github.com/gorilla/websocket.Conn).WriteControl", Does: Writes, Bound: []Bound{"arg:2"}, Source: "conn.go:415", Note: "the zero time is a thousand hours"},
		{Name: "(*github.com/gorilla/websocket.Conn).WritePreparedMessage", Does: Writes, Bound: []Bound{"deadline"}, Source: "conn.go:744"},
		{Name: "(*github.com/gorilla/websocket.Upgrader).Upgrade", Does: Requests, Bound: []Bound{"field:github.com/gorilla/websocket.Upgrader.HandshakeTimeout"}, Source: "server.go:124", Note: "takes the http.Server's deadlines away"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gorilla/websocket.Dialer", Form: Field, Name: "HandshakeTimeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Immediate, Source: "client.go:242"},
		{Owner: "github.com/gorilla/websocket.Upgrader", Form: Field, Name: "HandshakeTimeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "server.go:253"},
		{Owner: "(*github.com/gorilla/websocket.Conn)", Form: Setter, Name: "SetReadDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "conn.go:1105", Note: "Upgrade clears what the http.Server had set"},
		{Owner: "(*github.com/gorilla/websocket.Conn)", Form: Setter, Name: "SetWriteDeadline", Stage: Write, Unit: "time", Default: "none", Zero: Infinite, Source: "conn.go:787"},
	},
	Flows: []Flow{
		{Name: "github.com/gorilla/websocket.DefaultDialer", From: NoSource, Sets: []Preset{{Field: "HandshakeTimeout", Value: "45s"}}, Source: "client.go:156"},
	},
}

var coderWebsocket = Library{
	Path:    "github.com/coder/websocket",
	Module:  "github.com/coder/websocket",
	Version: "v1.8.15",
	Note:    "A context that ends in the middle of a read or write closes the connection.",
	Calls: []Call{
		{Name: "github.com/coder/websocket.Dial", Does: Dials, Bound: []Bound{"ctx:0", "field:github.com/coder/websocket.DialOptions.HTTPClient"}, Source: "dial.go:120", Note: "a Timeout of HTTPClient is for the handshake only"},
		{Name: "(*github.com/coder/websocket.Conn).Read", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "read.go:41"},
		{Name: "(*github.com/coder/websocket.Conn).Reader", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "read.go:35"},
		{Name: "(*github.com/coder/websocket.Conn).Write", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "write.go:43"},
		{Name: "(*github.com/coder/websocket.Conn).Writer", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "write.go:29"},
		{Name: "(*github.com/coder/websocket.Conn).Ping", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "conn.go:223"},
		{Name: "(*github.com/coder/websocket.Conn).Close", Does: Closes, Bound: []Bound{"const:10s"}, Source: "close.go:99"},
	},
	Knobs: []Knob{
		{Owner: "github.com/coder/websocket.DialOptions", Form: Field, Name: "HTTPClient", Stage: Connect, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "dial.go:76"},
	},
}

var coderWSJSON = Library{
	Path:    "github.com/coder/websocket/wsjson",
	Module:  "github.com/coder/websocket",
	Version: "v1.8.15",
	Calls: []Call{
		{Name: "github.com/coder/websocket/wsjson.Read", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "wsjson/wsjson.go:17"},
		{Name: "github.com/coder/websocket/wsjson.Write", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "wsjson/wsjson.go:48"},
	},
}
