package lostlimit

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/storage"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.LostLimit.Name,
	Doc:      rules.LostLimit.Summary,
	URL:      rules.LostLimit.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, places.Analyzer, storage.Analyzer, verdict.Analyzer},
	Run:      run,

	FactTypes: []analysis.Fact{(*Drops)(nil)},
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	report := func(c rules.Confidence, at analysis.Range, message string, path ...verdict.Step) {
		out.Report(pass, verdict.Verdict{Rule: rules.LostLimit, Confidence: c, Severity: met.Severity(rules.LostLimit), At: at, Message: message, Path: path})
	}
	for _, client := range b.Objects {
		if client.Type != "net/http.Client" {
			continue
		}
		if u, d := given(pass, client); d != nil {
			report(rules.Medium, verdict.Position(u.Call.Pos()),
				fmt.Sprintf("%s may return a client that keeps only the Transport of this one (%s): the Timeout%s set at %s is lost on that path; set Timeout on the client it returns",
					knowledge.Short(calls.FullName(u.Fn)), d.Maker, shown(client.Limit("Timeout")), out.At(client.Pos)),
				verdict.Step{Pos: client.Pos, Text: "the client with the Timeout"})
		}
		if client.Bounded("Timeout") {
			continue
		}
		if from, limit, ok := moved(b, client); ok {
			report(rules.High, verdict.Position(client.Pos),
				fmt.Sprintf("http.Client takes only the Transport of the client at %s: its Timeout%s is lost; set Timeout here too", out.At(from.Pos), shown(limit)),
				verdict.Step{Pos: from.Pos, Text: "the client with the Timeout"})
		}
		if from, limit, ok := dropped(pass, met, b, client); ok {
			report(rules.High, verdict.Position(client.Pos),
				fmt.Sprintf("%s keeps only the Transport of the client in its context: the Timeout%s set at %s is lost; set Timeout on the client it returns",
					knowledge.Short(client.Maker.FullName()), shown(limit), out.At(from.Pos)),
				verdict.Step{Pos: from.Pos, Text: "the client with the Timeout"})
		}
	}
	for _, call := range ineffective(pass) {
		report(rules.High, call, "grpc.WithTimeout has no effect: it bounds a blocking dial, and this one does not block (no grpc.WithBlock); give each call a deadline instead")
	}
	for _, f := range pass.ResultOf[storage.Analyzer].(*storage.Result).Fields {
		if at, ok := unread(pass, f); ok {
			report(rules.High, verdict.Position(at),
				fmt.Sprintf("the timeout stored in %s is never read: setting it bounds nothing; read it where the call is made, or remove it", f.Var.Name()),
				verdict.Step{Pos: f.Var.Pos(), Text: "the field"})
		}
	}
	return nil, nil
}

// moved is the client with a Timeout whose Transport alone the new client got.
func moved(b *bounds.Result, client *bounds.Object) (*bounds.Object, bounds.Limit, bool) {
	for _, source := range b.TransportFrom(client) {
		if from, limit, ok := bounded(b, source); ok {
			return from, limit, true
		}
	}
	return nil, bounds.Limit{}, false
}

// bounded is the client v certainly is, if its Timeout is set.
func bounded(b *bounds.Result, v ssa.Value) (*bounds.Object, bounds.Limit, bool) {
	objects, complete := b.Of(v)
	if !complete {
		return nil, bounds.Limit{}, false
	}
	for _, o := range objects {
		if !o.Bounded("Timeout") {
			return nil, bounds.Limit{}, false
		}
	}
	return objects[0], objects[0].Limit("Timeout"), objects[0].Pos.IsValid()
}

// dropped is the client with a Timeout that travels in the context given to a
// constructor that does not keep it.
func dropped(pass *analysis.Pass, met *calls.Result, b *bounds.Result, client *bounds.Object) (*bounds.Object, bounds.Limit, bool) {
	if client.Maker == nil || client.Call == nil {
		return nil, bounds.Limit{}, false
	}
	flow := met.Table().Flow(client.Maker.Pkg().Path(), calls.FullName(client.Maker))
	if flow == nil || len(flow.Drops) == 0 {
		return nil, bounds.Limit{}, false
	}
	from := flow.From
	if client.Maker.Signature().Recv() != nil {
		from++
	}
	if from < 0 || from >= len(client.Call.Call.Args) {
		return nil, bounds.Limit{}, false
	}
	ctx := client.Call.Call.Args[from]
	for range 8 {
		call, ok := ctx.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil || call.Call.StaticCallee().String() != "context.WithValue" {
			return nil, bounds.Limit{}, false
		}
		if made, ok := call.Call.Args[2].(*ssa.MakeInterface); ok && calls.Named(made.X.Type()) == "net/http.Client" {
			exportDrops(pass, b, client, made.X)
			return bounded(b, made.X)
		}
		ctx = call.Call.Args[0]
	}
	return nil, bounds.Limit{}, false
}
