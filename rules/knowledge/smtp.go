package knowledge

// net/smtp and net/textproto: no context and no timeout anywhere; the way out is
// to dial by hand, set a deadline on the connection and hand that over.
var netSMTP = Library{
	Path:    "net/smtp",
	Module:  "std",
	Version: "go1.26.8",
	Note:    "Dial with a net.Dialer, set a deadline, then NewClient.",
	Calls: []Call{
		{Name: "net/smtp.SendMail", Does: Requests, Instead: "NewClient", Source: "net/smtp/smtp.go:321", Note: "a whole conversation with no limit"},
		{Name: "net/smtp.Dial", Does: Dials, Instead: "NewClient", Source: "net/smtp/smtp.go:53"},
		{Name: "net/smtp.NewClient", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:64", Note: "reads the server's greeting"},
		{Name: "(*net/smtp.Client).Hello", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:98"},
		{Name: "(*net/smtp.Client).StartTLS", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:154"},
		{Name: "(*net/smtp.Client).Auth", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:197"},
		{Name: "(*net/smtp.Client).Mail", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:245"},
		{Name: "(*net/smtp.Client).Rcpt", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:268"},
		{Name: "(*net/smtp.Client).Data", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:291"},
		{Name: "(*net/smtp.Client).Verify", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:183"},
		{Name: "(*net/smtp.Client).Extension", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:382", Note: "says hello if that was not done"},
		{Name: "(*net/smtp.Client).Reset", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:396"},
		{Name: "(*net/smtp.Client).Noop", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:406"},
		{Name: "(*net/smtp.Client).Quit", Does: Requests, Bound: []Bound{"deadline"}, Source: "net/smtp/smtp.go:415"},
	},
}

var netTextproto = Library{
	Path:    "net/textproto",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "net/textproto.Dial", Does: Dials, Instead: "NewConn", Source: "net/textproto/textproto.go:83"},
		{Name: "(*net/textproto.Conn).Cmd", Does: Writes, Bound: []Bound{"deadline"}, Source: "net/textproto/textproto.go:115"},
		{Name: "(*net/textproto.Reader).ReadLine", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:43"},
		{Name: "(*net/textproto.Reader).ReadLineBytes", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:49"},
		{Name: "(*net/textproto.Reader).ReadContinuedLine", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:101"},
		{Name: "(*net/textproto.Reader).ReadContinuedLineBytes", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:123"},
		{Name: "(*net/textproto.Reader).ReadCodeLine", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:253"},
		{Name: "(*net/textproto.Reader).ReadResponse", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:287"},
		{Name: "(*net/textproto.Reader).ReadDotBytes", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:450"},
		{Name: "(*net/textproto.Reader).ReadDotLines", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:458"},
		{Name: "(*net/textproto.Reader).ReadMIMEHeader", Does: Receives, Bound: []Bound{"deadline"}, Source: "net/textproto/reader.go:507"},
		{Name: "(*net/textproto.Writer).PrintfLine", Does: Writes, Bound: []Bound{"deadline"}, Source: "net/textproto/writer.go:29"},
		{Name: "(*net/textproto.Pipeline).StartRequest", Does: Waits, Source: "net/textproto/pipeline.go:46"},
		{Name: "(*net/textproto.Pipeline).StartResponse", Does: Waits, Source: "net/textproto/pipeline.go:58"},
	},
	Exempt: []string{
		"net/textproto.NewConn",
		"net/textproto.NewReader",
		"net/textproto.NewWriter",
	},
}
