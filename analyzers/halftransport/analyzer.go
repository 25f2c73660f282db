package halftransport

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.HalfTransport.Name,
	Doc:      rules.HalfTransport.Summary,
	URL:      rules.HalfTransport.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for transport, sent := range exposed(b) {
		half := missing(b, transport)
		if half == "" || !out.Wanted(transport.Pos) {
			continue
		}
		confidence := rules.High
		if transport.Left(bounds.Passed, bounds.Stored) {
			confidence = rules.Medium
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.HalfTransport, Confidence: confidence, Severity: met.Severity(rules.HalfTransport),
			At:      verdict.Position(transport.Pos),
			Message: fmt.Sprintf(half, out.At(sent.Use.Call.Pos()), sent.Text),
			Path: []verdict.Step{
				{Pos: transport.Pos, Text: "the transport"},
				{Pos: sent.Use.Call.Pos(), Text: "sends a request that carries no deadline"},
			},
		})
	}
	return nil, nil
}

// exposed are the transports made here through which a client without Timeout
// sends a request without a deadline, each with the first such request.
func exposed(b *bounds.Result) map[*bounds.Object]bounds.Sending {
	out := map[*bounds.Object]bounds.Sending{}
	add := func(t *bounds.Object, sent []bounds.Sending) {
		for _, s := range sent {
			if _, known := out[t]; !known && t.Kind == bounds.MadeHere && s.Ends == contexts.NoDeadline {
				out[t] = s
			}
		}
	}
	for _, o := range b.Objects {
		switch o.Type {
		case "net/http.Client":
			if !o.Bounded("Timeout") {
				for _, t := range b.Transport(o).Transports {
					add(t, b.Sends(o))
				}
			}
		case "net/http.Transport":
			add(o, b.Sends(o)) // RoundTrip called on the transport itself
		}
	}
	return out
}

// missing says which half of the transport is unbounded, and the way out; the
// verbs are for the place of a request and what made it.
func missing(b *bounds.Result, t *bounds.Object) string {
	const (
		request = "the request sent at %s has neither a client Timeout nor a deadline (%s)"
		answer  = ", so a server that accepts and never answers holds it for ever; set ResponseHeaderTimeout, or a deadline on each request"
		connect = ", so a host that drops packets holds it for as long as the system retries, about two minutes on Linux; set DialContext to a net.Dialer with a Timeout"
	)
	dial := b.Dial(t)
	header := t.Bounded("ResponseHeaderTimeout")
	switch {
	case dial == bounds.DialWatched:
		return ""
	case b.Half(t) && dial == bounds.DialBounded:
		return "http.Transport bounds connecting and not the answer: " + request + answer
	case b.Half(t):
		return "http.Transport bounds the TLS handshake and not the answer: " + request + answer
	case header && (dial == bounds.DialUnset || dial == bounds.DialBare):
		return "http.Transport bounds the answer and not connecting: " + request + connect
	}
	return ""
}
