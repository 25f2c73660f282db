package baredial

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareDial.Name,
	Doc:      rules.BareDial.Summary,
	URL:      rules.BareDial.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, c := range met.Calls {
		d, ok := dials[c.Row.Name]
		if !ok || !out.Wanted(c.Pos()) {
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		confidence, severity := d.judge(call)
		if confidence == "" || bounds.AboutTime(bounds.Choice(call)) {
			continue // "if timeout == 0": somebody chose to wait
		}
		end := b.Ends(call, c.Row)
		if d.config != "" {
			end = b.Ends(call, &knowledge.Call{Bound: []knowledge.Bound{knowledge.Bound("field:" + d.config)}})
		}
		if end.State != bounds.Never {
			continue
		}
		if severity == "" {
			severity = met.Severity(rules.BareDial)
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.BareDial, Confidence: confidence, Severity: severity, At: c.Expr,
			Message: fmt.Sprintf("%s has no timeout (%s): %s; %s", knowledge.Short(c.Row.Name), end.Text, d.wait, d.instead),
		})
	}
	return nil, nil
}

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
	"golang.org/x/crypto/ssh.Dial":     {0, 1, "golang.org/x/crypto/ssh.ClientConfig.Timeout", connects, "set ClientConfig.Timeout, which bounds connecting"},
	"golang.org/x/net/websocket.Dial":  {-1, 0, "", handshakes, "use Config.DialContext with a context that has a deadline"},
}

// judge looks at the network and the address: only a stream to another host
// waits for it.
func (d dial) judge(call ssa.CallInstruction) (rules.Confidence, rules.Severity) {
	args := call.Common().Args
	if call.Common().Signature().Recv() != nil && !call.Common().IsInvoke() {
		args = args[1:]
	}
	confidence, network := rules.High, "tcp"
	if d.network >= 0 && d.network < len(args) {
		text, ok := bounds.Text(args[d.network])
		if !ok {
			return rules.Low, "" // as often a datagram, which waits for nobody
		}
		network = text
	}
	if !strings.HasPrefix(network, "tcp") {
		return "", ""
	}
	if d.address >= 0 && d.address < len(args) && bounds.ReachOf("tcp", args[d.address]) == bounds.ReachLocal {
		return confidence, rules.Note
	}
	return confidence, ""
}
