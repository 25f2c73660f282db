package breakervolume

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BreakerVolume.Name,
	Doc:      rules.BreakerVolume.Summary,
	URL:      rules.BreakerVolume.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	report := func(at analysis.Range, c rules.Confidence, message string) {
		out.Report(pass, verdict.Verdict{Rule: rules.BreakerVolume, Confidence: c, At: at, Message: message})
	}
	told := map[*ssa.Function]bool{}
	for _, s := range breakers.Settings(b) {
		for _, w := range s.Object.Writes("ReadyToTrip") {
			fn := breakers.Function(b, w.Value)
			if fn == nil || told[fn] {
				continue
			}
			told[fn] = true
			if at := ratio(pass, fn.Syntax()); at != nil {
				report(at, rules.High, "this ReadyToTrip compares a share of failures and never asks of how many requests: one failure of one request is 100 % and opens the breaker for everybody; test Requests against a minimum first")
			}
		}
	}
	for _, o := range b.Objects {
		if !volume[o.Type] {
			continue
		}
		if n, ok := o.Limit("RequestVolumeThreshold").Value.Exact(); ok && n == 1 {
			report(verdict.Position(o.Limit("RequestVolumeThreshold").Pos), rules.High, fmt.Sprintf("%s has a RequestVolumeThreshold of 1: one failure of one request is 100 %% and opens the circuit for everybody; leave it at the default of 20, or set a number that says something",
				knowledge.Short(o.Type)))
		}
	}
	if b.Program != nil && breakers.Imports(b, failsafePath) {
		for _, fn := range b.Program.Funcs {
			failsafe(fn, report)
		}
	}
	return nil, nil
}

// volume are the types with a volume threshold.
var volume = map[string]bool{
	"github.com/afex/hystrix-go/hystrix.CommandConfig":            true,
	"github.com/cep21/circuit/v4/closers/hystrix.ConfigureOpener": true,
}

const failsafePath = "github.com/failsafe-go/failsafe-go/circuitbreaker"

// failsafe reports the breakers that a function builds without a threshold.
func failsafe(fn *ssa.Function, report func(analysis.Range, rules.Confidence, string)) {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			obj := breakers.Callee(call)
			if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != failsafePath {
				continue
			}
			switch {
			case obj.Name() == "NewWithDefaults":
			case obj.Name() == "NewBuilder" && builtBare(call, 0):
			default:
				continue
			}
			report(verdict.Position(call.Pos()), rules.Medium, "this circuit breaker has no failure threshold, and the default is 1: the first call that fails opens it for a minute; set WithFailureThreshold, or WithFailureRateThreshold with a minimum of executions")
		}
	}
}

// builtBare reports whether a builder is built in sight, and no call on it sets
// a threshold.
func builtBare(builder ssa.Value, depth int) bool {
	if depth > 12 {
		return false
	}
	built := false
	for _, ref := range *builder.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok {
			if _, debug := ref.(*ssa.DebugRef); debug {
				continue
			}
			return false
		}
		if !call.Call.IsInvoke() || call.Call.Value != builder {
			return false
		}
		switch name := call.Call.Method.Name(); {
		case name == "Build":
			built = true
		case strings.Contains(name, "Threshold"):
			return false
		case call.Call.Method.Pkg() == nil || !isBuilder(call.Type()):
		case len(*call.Referrers()) == 0: // a statement of its own: the builder goes on
		default:
			if !builtBare(call, depth+1) {
				return false
			}
			built = true
		}
	}
	return built
}

func isBuilder(t types.Type) bool { return calls.Named(t) == failsafePath+".Builder" }
