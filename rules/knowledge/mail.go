package knowledge

// Mail: gomail and go-mail.
var goMail2 = Library{
	Path:    "gopkg.in/gomail.v2",
	Module:  "gopkg.in/gomail.v2",
	Version: "v2.0.0-20160411212932-81ebce5c23df",
	Note:    "Not maintained: connecting has 10s, the conversation nothing.",
	Calls: []Call{
		{Name: "(*gopkg.in/gomail.v2.Dialer).Dial", Does: Dials, Source: "smtp.go:60", Note: "connecting only; greeting, TLS and login have no limit"},
		{Name: "(*gopkg.in/gomail.v2.Dialer).DialAndSend", Does: Requests, Source: "smtp.go:130"},
		{Name: "gopkg.in/gomail.v2.Send", Does: Requests, Source: "send.go:36"},
	},
}

var goMailClient = Library{
	Path:    "github.com/wneessen/go-mail",
	Module:  "github.com/wneessen/go-mail",
	Version: "v0.8.1",
	Calls: []Call{
		{Name: "(*github.com/wneessen/go-mail.Client).DialWithContext", Does: Dials, Bound: []Bound{"ctx:0", "option:github.com/wneessen/go-mail.WithTimeout"}, Source: "client.go:1166"},
		{Name: "(*github.com/wneessen/go-mail.Client).DialAndSend", Does: Requests, Bound: []Bound{"option:github.com/wneessen/go-mail.WithTimeout"}, Instead: "DialAndSendWithContext", Source: "client.go:1355"},
		{Name: "(*github.com/wneessen/go-mail.Client).DialAndSendWithContext", Does: Requests, Bound: []Bound{"ctx:0", "option:github.com/wneessen/go-mail.WithTimeout"}, Source: "client.go:1375"},
		{Name: "(*github.com/wneessen/go-mail.Client).Send", Does: Requests, Bound: []Bound{"option:github.com/wneessen/go-mail.WithTimeout"}, Source: "client.go:1411"},
	},
	Knobs: []Knob{
		{Owner: "github.com/wneessen/go-mail", Form: Option, Name: "WithTimeout", Stage: Total, Default: "15s", Zero: Refused, Negative: Refused, Source: "client.go:380"},
	},
}
