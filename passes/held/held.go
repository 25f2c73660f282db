// Package held tells who is held while the code at a place waits: from each place
// back to what the world outside calls.
//
// It knows declarations and literals, calls between them, go statements, loops,
// locks, and which functions the world outside calls by their signatures, names
// and registrations; and, of all packages of a program together ([World]), the
// shortest way from such an entry to a place. It does not know what waits there,
// nor what is to be said about it (rules).
package held

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Result is the functions of one package. It holds no syntax.
type Result struct {
	Path  string
	Funcs []Func // in source order, a literal after the function around it
}

// Func is a function, a method or a literal.
type Func struct {
	Name     string // as types.Func.FullName; a literal is the name of the one around it, $ and a number
	Short    string // "F", or "T.F" for a method, as findings name it; of a literal that of the declared function
	File     string // absolute
	From, To Spot
	Kind     rules.Consequence // of what the function is for by itself; empty: of who calls it
	Exported bool              // others may call it
	Shape    uint32            // of a method that is called through interfaces, see uses.Shape; 0: of none
	Ways     []Way             // to other functions
	Regions  []Region          // loops in the background and locks
	Takes    []Lock            // all mutexes that it locks, for reading too
}

// Lock is where a mutex is locked.
type Lock struct {
	Name string // "orders.Store.mu"
	At   Spot
}

// Spot is a place in the file of a function.
type Spot struct{ Line, Column int }

func (s Spot) before(t Spot) bool { return s.Line < t.Line || s.Line == t.Line && s.Column < t.Column }

func (s Spot) compare(t Spot) int {
	return cmp.Or(cmp.Compare(s.Line, t.Line), cmp.Compare(s.Column, t.Column))
}

// Way leads from a function to another that it runs or hands on.
type Way struct {
	To    string // its name; empty: any method of the shape
	Shape uint32
	How   How
	Kind  rules.Consequence // of Hands: what it is handed to be run for; empty: whoever has it
	At    Spot
}

// How a function comes to run.
type How string

// The ways to run.
const (
	Runs   How = "runs"   // it is called, and its caller goes on when it is done
	Joins  How = "joins"  // it is started, and the starter waits for what it has started
	Starts How = "starts" // it is started, and nobody waits for it
	Hands  How = "hands"  // it is a value, and who calls it when is not in sight
)

// Region is a part of a function in which more is held than its caller.
type Region struct {
	Kind     rules.Consequence // Loop, Message or Lock
	Name     string            // of a lock: "orders.Store.mu"; of a loop "channel", where it ends with what comes over one
	From, To Spot
}

// Analyzer lists the functions of a package and the ways between them.
var Analyzer = &analysis.Analyzer{
	Name:       "held",
	Doc:        "who runs the functions of a package, and what is held meanwhile",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		if len(pass.TypeErrors) > 0 {
			return &Result{Path: pass.Pkg.Path()}, nil
		}
		w := &walker{pass: pass, info: pass.TypesInfo, out: &Result{Path: pass.Pkg.Path()}, receives: receiving(pass), waits: map[int]bool{}}
		for _, file := range pass.Files {
			if strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") {
				continue
			}
			for _, decl := range file.Decls {
				w.declared(decl)
			}
		}
		return w.out, nil
	},

	RunDespiteErrors: true, // passes/verdict does; it then finds nothing
}

// spot is a place as a Func has it.
func (w *walker) spot(pos token.Pos) Spot {
	at := w.pass.Fset.PositionFor(pos, false)
	return Spot{at.Line, at.Column}
}

// add appends a function and returns its index.
func (w *walker) add(name, short string, node ast.Node, kind rules.Consequence) int {
	w.out.Funcs = append(w.out.Funcs, Func{Name: name, Short: short, File: w.pass.Fset.PositionFor(node.Pos(), false).Filename,
		From: w.spot(node.Pos()), To: w.spot(node.End()), Kind: kind})
	return len(w.out.Funcs) - 1
}

func short(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}
