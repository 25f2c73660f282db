package baredial

// dial is what a dialling function does when nobody answers.
type dial struct {
	network int    // argument with the network, -1: tcp
	address int    // argument with the address, -1: not seen
	config  string // the knob that bounds connecting, where the row counts it as nothing
	wait    string
	instead string
}

const (
	connects   = "a host that drops packets holds it for as long as the system retries, about two minutes on Linux"
	handshakes = "a server that accepts and never answers holds it for ever"
	dialer     = "use a net.Dialer with Timeout, or a context with a deadline"
	tlsDialer  = "use a tls.Dialer whose NetDialer has a Timeout, which covers the handshake too"
)

var dials = map[string]dial{
	"net.Dial":                         {0, 1, "", connects, dialer},
	"net.DialTimeout":                  {0, 1, "", connects, "give it a time above 0"},
	"net.DialTCP":                      {0, -1, "", connects, dialer},
	"(*net.Dialer).Dial":               {0, 1, "", connects, "set Timeout"},
	"(*net.Dialer).DialContext":        {1, 2, "", connects, "set Timeout, or give the context a deadline"},
	"(*net.Dialer).DialTCP":            {1, -1, "", connects, "set Timeout, or give the context a deadline"},
	"crypto/tls.Dial":                  {0, 1, "", handshakes, tlsDialer},
	"crypto/tls.DialWithDialer":        {1, 2, "", handshakes, "set Timeout on the dialer, which covers the handshake too"},
	"(*crypto/tls.Dialer).Dial":        {0, 1, "", handshakes, tlsDialer},
	"(*crypto/tls.Dialer).DialContext": {1, 2, "", handshakes, "give the context a deadline, or NetDialer a Timeout"},
	"net/smtp.Dial":                    {-1, 0, "", handshakes, "dial with a net.Dialer that has a Timeout, SetDeadline, then smtp.NewClient"},
	"net/smtp.SendMail":                {-1, 0, "", handshakes, "dial with a net.Dialer that has a Timeout, SetDeadline, then smtp.NewClient"},
	"net/rpc.Dial":                     {0, 1, "", connects, "dial with net.DialTimeout, then rpc.NewClient"},
	"net/rpc.DialHTTP":                 {0, 1, "", handshakes, "dial with net.DialTimeout and set a deadline for the handshake"},
	"net/rpc.DialHTTPPath":             {0, 1, "", handshakes, "dial with net.DialTimeout and set a deadline for the handshake"},
	"net/rpc/jsonrpc.Dial":             {0, 1, "", connects, "dial with net.DialTimeout, then jsonrpc.NewClient"},
	"net/textproto.Dial":               {0, 1, "", connects, "dial with net.DialTimeout, then textproto.NewConn"},
	"golang.org/x/crypto/ssh.Dial":     {0, 1, "golang.org/x/crypto/ssh.ClientConfig.Timeout", handshakes, "set ClientConfig.Timeout, which bounds connecting, and dial with net.DialTimeout, SetDeadline and ssh.NewClientConn to bound the handshake too"},
	"golang.org/x/net/websocket.Dial":  {-1, 0, "", handshakes, "use Config.DialContext with a context that has a deadline"},
}
