// Package policies tells how often and how fast a library repeats what it is
// given: the policy that a call of it is made with, put together from what the
// code says and what the library does when nothing is said.
//
// It follows options, builders, wrappers, literals and fields through variables
// and functions of the package, and reads numbers that are constants. It does
// not know what is repeated, nor whether the policy is wrong.
package policies

import (
	"go/types"
	"reflect"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/delays"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Limit says whether something is limited.
type Limit int

// The limits. The zero value is not known.
const (
	NotKnown Limit = iota
	None           // without a limit
	Some           // with one
)

// Policy is what is known of how a library repeats. Its zero value is a policy
// of which nothing is known.
type Policy struct {
	Attempts Limit
	Most     int64 // attempts, the first included, where Attempts is Some and the number is a constant; else 0
	Elapsed  Limit
	Longest  time.Duration // where Elapsed is Some and a constant; else 0
	Delay    knowledge.Spacing
	Jitter   knowledge.Tristate // Yes, No, or not known
	Picks    bool               // only some errors are repeated
	Ctx      ssa.Value          // the context that ends it; nil: none in sight
	Open     bool               // something out of sight has a say
}

// Endless reports whether neither a number nor a time ends the attempts.
func (p Policy) Endless() bool { return !p.Open && p.Attempts == None && p.Elapsed == None }

// Capped reports whether a number or a time ends them.
func (p Policy) Capped() bool { return p.Attempts == Some || p.Elapsed == Some }

// Result answers for the calls of one package.
type Result struct {
	pass    *analysis.Pass
	program *program.Package
	table   *knowledge.Table
	delays  *delays.Result
}

// Analyzer tells by which policies libraries repeat.
var Analyzer = &analysis.Analyzer{
	Name:       "policies",
	Doc:        "how often and how fast libraries repeat what they are given",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, delays.Analyzer, program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Result{pass: pass, table: pass.ResultOf[calls.Analyzer].(*calls.Result).Table(),
			delays: pass.ResultOf[delays.Analyzer].(*delays.Result)}, nil
	},
}

// Of is the policy of a call that repeats one of its arguments; ok is false where
// the library's rows do not say where it comes from.
func (r *Result) Of(call *ssa.Call, row *knowledge.Call) (policy Policy, ok bool) {
	if row.Policy == "" {
		return Policy{}, false
	}
	r.program, _ = r.pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if r.program == nil {
		return Policy{}, false
	}
	c := call.Common()
	e := evaluation{r: r, seen: map[ssa.Value]bool{}}
	own := r.row(row.Name)
	switch row.Policy.Kind() {
	case "recv":
		policy = e.value(receiver(c))
	case "arg":
		policy = e.value(argument(c, row.Policy.Arg()))
	}
	if own != nil {
		policy = policy.with(e.of(own, c))
	}
	return policy, true
}

// Way is the shortest name of what limits the attempts of a library's call, or
// spreads its delays: "WithMaxRetries". It is empty where no row says.
func (r *Result) Way(row *knowledge.Call, says func(*knowledge.Policy) string) string {
	best := ""
	for _, lib := range r.table.Library(settings.PackageOf(strings.TrimLeft(row.Name, "(*"))) {
		for i := range lib.Policies {
			p := &lib.Policies[i]
			name := p.Name[strings.LastIndexByte(p.Name, '.')+1:]
			if strings.HasPrefix(says(p), "arg:") && (best == "" || len(name) < len(best)) {
				best = name
			}
		}
	}
	return best
}

// row is the policy row of a name.
func (r *Result) row(name string) *knowledge.Policy {
	path := settings.PackageOf(strings.TrimLeft(name, "(*"))
	if path == "" || !r.table.Knows(path) {
		return nil
	}
	return r.table.Policy(path, name)
}

// with is the policy with what another says of it.
func (p Policy) with(more Policy) Policy {
	if more.Attempts != NotKnown {
		p.Attempts, p.Most = more.Attempts, more.Most
	}
	if more.Elapsed != NotKnown {
		p.Elapsed, p.Longest = more.Elapsed, more.Longest
	}
	if more.Delay != "" {
		p.Delay = more.Delay
	}
	if more.Jitter != "" {
		p.Jitter = more.Jitter
	}
	if more.Ctx != nil {
		p.Ctx = more.Ctx
	}
	p.Picks, p.Open = p.Picks || more.Picks, p.Open || more.Open
	return p
}

// or is what holds when either may be the one.
func (p Policy) or(o Policy) Policy {
	if p.Attempts != o.Attempts || p.Most != o.Most {
		p.Most = 0
		if p.Attempts != o.Attempts {
			p.Attempts = NotKnown
		}
	}
	if p.Elapsed != o.Elapsed || p.Longest != o.Longest {
		p.Longest = 0
		if p.Elapsed != o.Elapsed {
			p.Elapsed = NotKnown
		}
	}
	if p.Delay != o.Delay {
		p.Delay = knowledge.GivenDelay
	}
	if p.Jitter != o.Jitter {
		p.Jitter = ""
	}
	if p.Ctx == nil {
		p.Ctx = o.Ctx
	}
	p.Picks, p.Open = p.Picks || o.Picks, p.Open || o.Open
	return p
}

// argument is the i-th argument, not counting a receiver.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// receiver is what a method is called on; nil for a function.
func receiver(c *ssa.CallCommon) ssa.Value {
	switch {
	case c.IsInvoke():
		return c.Value
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0]
	}
	return nil
}

// named is the name of a function or interface method as rows have it.
func named(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return calls.FullName(c.Method)
	}
	if fn := c.StaticCallee(); fn != nil {
		return nameOf(fn)
	}
	return ""
}

func nameOf(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok && fn.Origin() != nil {
		obj, ok = fn.Origin().Object().(*types.Func)
	}
	if !ok {
		return ""
	}
	return calls.FullName(obj)
}
