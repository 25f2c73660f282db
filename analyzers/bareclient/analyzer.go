package bareclient

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareClient.Name,
	Doc:      rules.BareClient.Summary,
	URL:      rules.BareClient.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, client := range b.Objects {
		if client.Type != "net/http.Client" || !out.Wanted(client.Pos) || client.Bounded("Timeout") {
			continue
		}
		sent, ok := unbounded(b, client)
		if !ok {
			continue
		}
		confidence, ok := judge(b, client)
		if !ok {
			continue
		}
		if client.Kind != bounds.ByCall && client.Limit("Timeout").State == bounds.Zeroed {
			confidence = rules.Low // it is written down that it has none: for a stream or a long poll, as a rule
		}
		if b.Streams(client) {
			confidence = rules.Low // a Timeout would end what it is there for
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.BareClient,
			Confidence: confidence,
			Severity:   met.Severity(rules.BareClient),
			At:         verdict.Position(client.Pos),
			Message:    message(out, client, sent),
			Path: []verdict.Step{
				{Pos: client.Pos, Text: "made without Timeout"},
				{Pos: sent.Use.Call.Pos(), Text: "sends a request that carries no deadline"},
			},
		})
	}
	return nil, nil
}

// unbounded is the first request that certainly carries no deadline.
func unbounded(b *bounds.Result, client *bounds.Object) (bounds.Sending, bool) {
	for _, s := range b.Sends(client) {
		if s.Ends == contexts.NoDeadline {
			return s, true
		}
	}
	return bounds.Sending{}, false
}

// judge looks at the transport: one that bounds the answer, or may, silences
// the rule, and one that bounds only a part of it is halftransport's.
func judge(b *bounds.Result, client *bounds.Object) (rules.Confidence, bool) {
	rt := b.Transport(client)
	if rt.Opaque {
		return "", false
	}
	for _, t := range rt.Transports {
		if t.Bounded("ResponseHeaderTimeout") || b.Dial(t) == bounds.DialWatched || b.Half(t) {
			return "", false
		}
	}
	if rt.FromParam && !sibling(b, client) {
		return rules.Low, true // whoever made the transport may have bounded it
	}
	if rt.FromParam || client.Left(bounds.Passed, bounds.Stored) || client.Kind == bounds.InStruct {
		return rules.Medium, true
	}
	return rules.High, true
}

// sibling reports whether the package gives another of its clients a Timeout:
// then this one is likely to have been forgotten.
func sibling(b *bounds.Result, client *bounds.Object) bool {
	for _, o := range b.Objects {
		if o != client && o.Kind == bounds.MadeHere && o.Type == client.Type && o.Bounded("Timeout") {
			return true
		}
	}
	return false
}

func message(out *verdict.Reporter, client *bounds.Object, sent bounds.Sending) string {
	made := "http.Client has no Timeout"
	if client.Kind == bounds.ByCall {
		made = fmt.Sprintf("the http.Client that %s returns has no Timeout", knowledge.Short(client.Maker.FullName()))
	}
	where := out.At(sent.Use.Call.Pos())
	if sent.Use.Row == nil || sent.Use.Row.By("reqctx") {
		return fmt.Sprintf("%s and the request sent at %s carries no deadline (%s): a server that never answers holds it for ever; set Timeout, or give the request a context with a deadline", made, where, sent.Text)
	}
	return fmt.Sprintf("%s and %s at %s takes no context: a server that never answers holds it for ever; set Timeout, or send a request with a deadline through Do", made, sent.Text, where)
}
