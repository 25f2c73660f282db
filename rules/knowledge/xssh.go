package knowledge

// golang.org/x/crypto: ssh and acme. ClientConfig.Timeout limits the TCP connect;
// the handshake and everything after it wait for the peer.
var xCryptoSSH = Library{
	Path:    "golang.org/x/crypto/ssh",
	Module:  "golang.org/x/crypto",
	Version: "v0.59.0",
	Note:    "ClientConfig.Timeout is for the TCP connect alone. Dial by hand, set a deadline, NewClientConn, take the deadline away.",
	Calls: []Call{
		{Name: "golang.org/x/crypto/ssh.Dial", Does: Dials, Instead: "NewClientConn", Source: "ssh/client.go:205", Note: "ClientConfig.Timeout ends the connecting; the handshake has no limit"},
		{Name: "golang.org/x/crypto/ssh.NewClientConn", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/client.go:74", Note: "the handshake"},
		{Name: "golang.org/x/crypto/ssh.NewServerConn", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/server.go:356", Note: "the handshake, with a peer not yet known"},
		{Name: "(*golang.org/x/crypto/ssh.Client).NewSession", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/client.go:162"},
		{Name: "(*golang.org/x/crypto/ssh.Client).Dial", Does: Dials, Bound: []Bound{"deadline"}, Instead: "DialContext", Source: "ssh/tcpip.go:409"},
		{Name: "(*golang.org/x/crypto/ssh.Client).DialContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "ssh/tcpip.go:380", Note: "the attempt itself goes on behind"},
		{Name: "(*golang.org/x/crypto/ssh.Client).DialTCP", Does: Dials, Bound: []Bound{"deadline"}, Instead: "DialContext", Source: "ssh/tcpip.go:461"},
		{Name: "(*golang.org/x/crypto/ssh.Client).Listen", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/tcpip.go:29"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Run", Does: Runs, Bound: []Bound{"deadline"}, Source: "ssh/session.go:309"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Output", Does: Runs, Bound: []Bound{"deadline"}, Source: "ssh/session.go:318"},
		{Name: "(*golang.org/x/crypto/ssh.Session).CombinedOutput", Does: Runs, Bound: []Bound{"deadline"}, Source: "ssh/session.go:341"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Start", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/session.go:278"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Shell", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/session.go:357"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Wait", Does: Runs, Bound: []Bound{"deadline"}, Source: "ssh/session.go:399"},
		{Name: "(*golang.org/x/crypto/ssh.Session).RequestPty", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/session.go:190"},
		{Name: "(*golang.org/x/crypto/ssh.Session).RequestSubsystem", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/session.go:223"},
		{Name: "(*golang.org/x/crypto/ssh.Session).Setenv", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/session.go:167"},
		{Name: "(golang.org/x/crypto/ssh.Conn).SendRequest", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/connection.go:56"},
		{Name: "(golang.org/x/crypto/ssh.Conn).OpenChannel", Does: Requests, Bound: []Bound{"deadline"}, Source: "ssh/connection.go:63"},
		{Name: "(golang.org/x/crypto/ssh.Conn).Wait", Does: Waits, Bound: []Bound{"deadline"}, Source: "ssh/connection.go:70"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/crypto/ssh.ClientConfig", Form: Field, Name: "Timeout", Stage: Connect, Default: "0", Zero: Infinite, Source: "ssh/client.go:326", Note: "TCP connect only"},
	},
	Exempt: []string{
		"golang.org/x/crypto/ssh.NewClient",
	},
}

var xCryptoACME = Library{
	Path:    "golang.org/x/crypto/acme",
	Module:  "golang.org/x/crypto",
	Version: "v0.59.0",
	Globs: []Glob{
		{Type: "(*golang.org/x/crypto/acme.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "acme/acme.go:84"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/crypto/acme.Client", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "acme/acme.go:95"},
		{Owner: "golang.org/x/crypto/acme.Client", Form: Field, Name: "RetryBackoff", Stage: RetryTime, Unit: "func", Default: "exponential to 10s", Source: "acme/acme.go:117", Note: "returning 0 or less stops; otherwise it goes on until the context ends"},
	},
}
