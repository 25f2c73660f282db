package bareconn

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareConn.Name,
	Doc:      rules.BareConn.Summary,
	URL:      rules.BareConn.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, conn := range b.Objects {
		if conn.Maker == nil || !connections[conn.Type] || len(conn.Settings) > 0 || conn.Left(bounds.Stored, bounds.ReturnedOut) {
			continue
		}
		if network, ok := bounds.Text(bounds.Argument(conn.Call, 0)); ok && !strings.HasPrefix(network, "tcp") {
			continue
		}
		used, ok := exchange(conn)
		if !ok {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.BareConn, Confidence: rules.Medium, Severity: met.Severity(rules.BareConn),
			At: verdict.Position(used.Call.Pos()),
			Message: fmt.Sprintf("the connection dialled at %s is used by %s with no deadline on it: if the other side goes silent this waits for ever; call SetDeadline before the exchange",
				out.At(conn.Pos), knowledge.Short(calls.FullName(used.Fn))),
			Path: []verdict.Step{{Pos: conn.Pos, Text: "dialled"}, {Pos: used.Call.Pos(), Text: "waits"}},
		})
	}
	return nil, nil
}

var connections = map[string]bool{"net.Conn": true, "net.TCPConn": true, "crypto/tls.Conn": true}

// exchange is the first read or write of the connection; none if it is handed
// to anything else.
func exchange(conn *bounds.Object) (bounds.Use, bool) {
	var first bounds.Use
	for _, u := range conn.Uses {
		if u.Fn == nil || u.Fn.Pkg() == nil {
			return bounds.Use{}, false
		}
		receiver := u.Arg == knowledge.Receiver
		switch {
		case receiver && (u.Fn.Name() == "Read" || u.Fn.Name() == "Write" || u.Fn.Name() == "Handshake"),
			!receiver && streams[u.Fn.Pkg().Path()]:
			if first.Call == nil || u.Call.Pos() < first.Call.Pos() {
				first = u
			}
		case receiver:
		default:
			return bounds.Use{}, false
		}
	}
	return first, first.Call != nil
}

// streams are packages that do nothing to a connection but read and write it.
var streams = map[string]bool{"io": true, "fmt": true, "bufio": true, "encoding/binary": true, "encoding/json": true, "encoding/gob": true}
