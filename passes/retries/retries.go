// Package retries finds the loops, recursions and helpers that repeat a call
// because it failed, and tells them from the many loops that only look so.
//
// It knows, per loop: its class, the call that is repeated, what ends it, what
// it waits for between two attempts, whether it listens to its context, and
// what changes from one attempt to the next. It goes by structure: the failing
// way out of a call leads back to the call, the succeeding one does not. Names
// only raise a low confidence to a medium one. It does not know whether what
// it sees is wrong.
package retries

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/delays"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/policies"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Class says what a loop is for.
type Class string

// The classes. Only Retry is a retry; the others are told apart because some
// rules hold for them too.
const (
	Retry      Class = "retry"      // a failed call is made again
	Poll       Class = "poll"       // a call that works is made until its answer is the wanted one
	Serve      Class = "serve"      // accepts, receives or consumes: one success is followed by the next call
	Supervisor Class = "supervisor" // a long call that is started again whenever it ends
	Failover   Class = "failover"   // each target is tried once
	Iteration  Class = "iteration"  // each element has its call
	Pagination Class = "pagination" // the next call depends on the last answer
	CAS        Class = "cas"        // read, change, write; again if somebody else was quicker
	Errno      Class = "errno"      // a system call again after EINTR or EAGAIN
	Stream     Class = "stream"     // every failure leaves the loop
	Plain      Class = "plain"      // nothing in it fails
)

// Form is how the repetition is written.
type Form string

// The forms.
const (
	Looped    Form = "loop"
	Recursion Form = "recursion"  // the function calls itself when the call failed
	Helped    Form = "combinator" // a function literal is handed to something that calls it again
)

// Loop is one repetition.
type Loop struct {
	Class      Class
	Form       Form
	Confidence rules.Confidence // that it is of this class
	Fn         *ssa.Function    // in which it is
	Pos        token.Pos        // of the statement, or the call
	Node       ast.Node         // *ast.ForStmt, *ast.RangeStmt, or nil (goto, recursion)
	Calls      []*Attempt       // what is repeated, in source order
	Outer      *Loop            // the loop around it, in the same function

	Cap      Cap      // what ends it besides success
	Wait     Wait     // what passes between two attempts
	Ctx      Ctx      // how it listens
	Filtered []string // tests of the error or status that decide whether there is another attempt
	Returns  bool     // a failure can leave the loop
	Helper   *types.Func
	Caller   *ssa.Function   // of a combinator: who hands over what is repeated
	Row      *knowledge.Call // of a combinator: the library's row, if it is one

	sends  []Failure       // of a Helped loop: the failures that its helper has go back
	polls  bool            // its helper asks for false and no error, rather than an error
	marked bool            // its helper repeats only an error that the function has marked
	picks  []*ssa.Function // predicates that its helper is given for the errors

	open   map[string]bool          // predicates that send back what they do not know
	pauses map[ssa.Instruction]bool // what lets time pass
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	large  bool // the ways from an attempt to the next are too many to be told apart
}

// Attempt is a call that is repeated.
type Attempt struct {
	Call    ssa.CallInstruction
	Fn      *types.Func // called function or interface method; nil: a function value
	Kind    Kind
	Effect  knowledge.Effect // what it reaches, where Kind is Known or Shaped
	Changes Changes          // what is different the next time
	Waits   bool             // time passes from its failure to the next attempt, or in itself
	Status  bool             // an answer's status sends it back
	Errors  bool             // an error sends it back

	depth                                                  int // calls between this one and what it reaches
	againFail, againFlag, againOK, exitOK, exitFail, value bool
	waitSome, waitAll, okWait, free                        bool
}

// Pos is where the call is.
func (a *Attempt) Pos() token.Pos { return a.Call.Pos() }

// Result is the repetitions of one package.
type Result struct {
	Loops   []*Loop // in source order
	Program *program.Package

	pass     *analysis.Pass
	calls    *calls.Result
	delays   *delays.Result
	policies *policies.Result
	facts    map[*ssa.Function]*Behaves
	endless  map[*types.Var]token.Pos    // fields that are a number of attempts and with 0 no limit: whose loop
	mu       sync.Mutex                  // of what follows: rules ask at the same time
	behind   map[invoked][]*ssa.Function // of methods of the package's own interfaces: what they may be

	locking map[*ssa.Function][]*ssa.Call // that take a lock or give it back, by function
	onces   map[any]bool                  // functions, and their objects, that a sync.Once runs
}

// Analyzer finds the loops that repeat a failed call.
var Analyzer = &analysis.Analyzer{
	Name:       "retries",
	Doc:        "the loops, recursions and helpers that repeat a failed call",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, delays.Analyzer, leftout.Analyzer, policies.Analyzer, program.Analyzer, tries.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Behaves)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, calls: pass.ResultOf[calls.Analyzer].(*calls.Result), delays: pass.ResultOf[delays.Analyzer].(*delays.Result),
		endless: map[*types.Var]token.Pos{}, policies: pass.ResultOf[policies.Analyzer].(*policies.Result)}
	if !settings.Own(pass) || !worthwhile(pass) {
		return r, nil
	}
	r.Program, _ = pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if r.Program == nil {
		return r, nil
	}
	r.behave()
	r.senders()
	for _, fn := range r.Program.Funcs {
		r.Loops = append(r.Loops, r.loopsOf(fn)...)
		if l := r.recursion(fn); l != nil {
			r.Loops = append(r.Loops, l)
		}
	}
	r.export()
	for _, fn := range r.Program.Funcs {
		r.Loops = append(r.Loops, r.helped(fn)...)
	}
	sort.SliceStable(r.Loops, func(i, j int) bool { return r.Loops[i].Pos < r.Loops[j].Pos })
	for _, l := range r.Loops {
		if l.large {
			pass.ResultOf[leftout.Analyzer].(*leftout.Result).Add(leftout.Item{Function: l.Fn.Name(), Rule: "retries",
				Reason: fmt.Sprintf("more than %d states on the ways from one attempt to the next", mostStates)})
		}
	}
	return r, nil
}

// worthwhile: without a loop and without a call there is nothing to repeat and
// nothing to tell others.
func worthwhile(pass *analysis.Pass) bool {
	found := false
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.CallExpr); ok {
				found = true
			}
			return !found
		})
	}
	return found
}

// loopsOf finds and classifies the loops of one function.
func (r *Result) loopsOf(fn *ssa.Function) []*Loop {
	loops := natural(fn)
	for _, l := range loops {
		r.classify(l)
	}
	return loops
}

// Inside reports whether an instruction runs once an attempt.
func (l *Loop) Inside(instr ssa.Instruction) bool {
	b := instr.Block()
	for fn := b.Parent(); fn != nil; fn = fn.Parent() {
		if fn == l.Fn {
			return l.blocks[b]
		}
		made := madeIn(fn)
		if made == nil {
			return false
		}
		b = made.Block()
	}
	return false
}

// madeIn is where a literal is made, in its parent.
func madeIn(fn *ssa.Function) ssa.Instruction {
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if *op == ssa.Value(fn) {
					return instr
				}
			}
		}
	}
	return nil
}

// Row is what is known of a function.
func (r *Result) Row(fn *types.Func) *knowledge.Call { return r.calls.Row(fn) }
