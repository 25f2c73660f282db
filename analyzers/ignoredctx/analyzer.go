package ignoredctx

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.IgnoredCtx.Name,
	Doc:      rules.IgnoredCtx.Summary,
	URL:      rules.IgnoredCtx.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, contexts.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	ctx := pass.ResultOf[contexts.Analyzer].(*contexts.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	told := map[token.Pos]bool{}
	for _, c := range met.Calls {
		if c.Row.Needs.Kind() != "field" || c.Row.CtxArg() < 0 {
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		arg := bounds.Argument(call, c.Row.CtxArg())
		if arg == nil || !calls.IsContext(arg.Type()) {
			continue
		}
		given := ctx.Of(arg)
		if given.State != contexts.Deadline {
			continue
		}
		options := without(b, call, c.Row.Needs.Name())
		if options == nil || told[options.Pos] || !out.Wanted(options.Pos) || sooner(options, given) {
			continue
		}
		told[options.Pos] = true
		limit := "the deadline"
		if d, ok := given.After.Exact(); ok && d > 0 {
			limit = "the " + given.After.String()
		}
		field := c.Row.Needs.Name()[strings.LastIndexByte(c.Row.Needs.Name(), '.')+1:]
		out.Report(pass, verdict.Verdict{
			Rule:       rules.IgnoredCtx,
			Confidence: rules.High,
			Severity:   met.Severity(rules.IgnoredCtx),
			At:         verdict.Position(options.Pos),
			Message: fmt.Sprintf("%s has no %s: %s that %s gives its command at %s does not end it once it is sent, only ReadTimeout does; set %[2]s",
				title(options.Type), field, limit, obligations.Name(call.Parent()), out.At(call.Pos())),
			Path: []verdict.Step{{Pos: given.Pos, Text: "the deadline"}, {Pos: call.Pos(), Text: "the command"}},
		})
	}
	return nil, nil
}

// without is the options that the client of a call was made from, if the one
// call that made it is in sight and the field is not set on them.
func without(b *bounds.Result, call ssa.CallInstruction, knob string) *bounds.Object {
	common := call.Common()
	client := common.Value
	if !common.IsInvoke() {
		if len(common.Args) == 0 {
			return nil
		}
		client = common.Args[0]
	}
	makers, ok := holders.Makers(b.Program, client)
	if !ok {
		return nil
	}
	dot := strings.LastIndexByte(knob, '.')
	for _, made := range makers {
		for _, arg := range made.Call.Args {
			if calls.Named(arg.Type()) != knob[:dot] {
				continue
			}
			objects, complete := b.Of(arg)
			if !complete {
				return nil
			}
			for _, o := range objects {
				if o.Kind != bounds.MadeHere || o.Limit(knob[dot+1:]).State != bounds.Unset || o.Left(bounds.Passed) && len(o.Uses) == 0 {
					return nil
				}
				return o
			}
		}
	}
	return nil
}

// sooner: the socket's own limit ends the command before the context would.
func sooner(options *bounds.Object, given contexts.Origin) bool {
	read, ok := options.Limit("ReadTimeout").Value.Exact()
	d, known := given.After.Exact()
	return ok && known && read > 0 && read <= d
}

// title is a type as its users write it: redis.Options of go-redis/v9.
func title(t string) string {
	dot := strings.LastIndexByte(t, '.')
	elements := strings.Split(t[:dot], "/")
	last := elements[len(elements)-1]
	if len(elements) > 1 && len(last) > 1 && last[0] == 'v' && last[1] >= '0' && last[1] <= '9' {
		last = elements[len(elements)-2]
	}
	return strings.TrimPrefix(last, "go-") + t[dot:]
}
