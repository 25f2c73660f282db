package knowledge

// crypto/tls: a handshake is a wait of its own. Dialer limits cover connecting
// and handshake together; Client and Server handshake at the first read or write.
var cryptoTLS = Library{
	Path:    "crypto/tls",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "crypto/tls.Dial", Does: Dials, Instead: "(*crypto/tls.Dialer).DialContext", Source: "crypto/tls/tls.go:183", Note: "neither connecting nor the handshake is limited"},
		{Name: "crypto/tls.DialWithDialer", Does: Dials, Bound: []Bound{"field:net.Dialer.Timeout", "field:net.Dialer.Deadline"}, Instead: "(*crypto/tls.Dialer).DialContext", Source: "crypto/tls/tls.go:129", Note: "the dialer's limit covers connecting and handshake as one"},
		{Name: "(*crypto/tls.Dialer).Dial", Does: Dials, Bound: []Bound{"field:net.Dialer.Timeout", "field:net.Dialer.Deadline"}, Instead: "DialContext", Source: "crypto/tls/tls.go:209", Note: "by way of NetDialer; nil is a zero net.Dialer"},
		{Name: "(*crypto/tls.Dialer).DialContext", Does: Dials, Bound: []Bound{"ctx:0", "field:net.Dialer.Timeout", "field:net.Dialer.Deadline"}, Source: "crypto/tls/tls.go:229", Note: "by way of NetDialer"},
		{Name: "(*crypto/tls.Conn).Handshake", Does: Requests, Bound: []Bound{"deadline"}, Instead: "HandshakeContext", Source: "crypto/tls/conn.go:1499"},
		{Name: "(*crypto/tls.Conn).HandshakeContext", Does: Requests, Bound: []Bound{"ctx:0", "deadline"}, Source: "crypto/tls/conn.go:1513"},
		{Name: "(*crypto/tls.Conn).Read", Does: Receives, Bound: []Bound{"deadline"}, Source: "crypto/tls/conn.go:1379", Note: "handshakes first"},
		{Name: "(*crypto/tls.Conn).Write", Does: Writes, Bound: []Bound{"deadline"}, Source: "crypto/tls/conn.go:1202", Note: "handshakes first; after a write that timed out the connection is broken"},
		{Name: "(*crypto/tls.Conn).Close", Does: Closes, Bound: []Bound{"const:5s"}, Source: "crypto/tls/conn.go:1423", Note: "the farewell has five seconds"},
	},
	Knobs: []Knob{
		{Owner: "crypto/tls.Dialer", Form: Field, Name: "NetDialer", Stage: Connect, Unit: "*net.Dialer", Default: "net.Dialer{}", Source: "crypto/tls/tls.go:193"},
		{Owner: "(*crypto/tls.Conn)", Form: Setter, Name: "SetDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "crypto/tls/conn.go:143", Note: "reading and writing"},
		{Owner: "(*crypto/tls.Conn)", Form: Setter, Name: "SetReadDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "crypto/tls/conn.go:149"},
		{Owner: "(*crypto/tls.Conn)", Form: Setter, Name: "SetWriteDeadline", Stage: Write, Unit: "time", Default: "none", Zero: Infinite, Source: "crypto/tls/conn.go:156"},
	},
	Flows: []Flow{
		{Name: "crypto/tls.Client", Keeps: []string{"deadline"}, Source: "crypto/tls/tls.go:59"},
		{Name: "crypto/tls.Server", Keeps: []string{"deadline"}, Source: "crypto/tls/tls.go:46"},
	},
	Exempt: []string{
		"crypto/tls.Client",
		"crypto/tls.Server",
		"crypto/tls.Listen",
		"crypto/tls.NewListener",
	},
}
