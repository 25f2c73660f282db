// Package fields tells which fields of the module's own structs become limits
// of time, and which are ever given a value.
//
// It knows reads that end in a knob of knowledge, stores, addresses that are
// taken, and types that are handed to code that may fill them by reflection:
// decoders, flag and environment readers. It does not know what a value should
// be. One package seldom sees all stores: Never joins several.
package fields

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Read is a field that becomes a limit of which zero means none.
type Read struct {
	Field  string // "import/path.Type.Field"
	Knob   string // "net.Dialer.Timeout"
	Place  tree.Place
	Closed bool // no other package can write the field
}

// Result is the fields of one package. It holds no syntax.
type Result struct {
	Reads   []Read
	Written []string // fields that are given something other than zero, sorted
	Open    []string // types that something may fill, sorted
	Made    []string // types of which a value is made, sorted
}

// Analyzer lists the fields of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "fields",
	Doc:        "which fields of structs become limits, and which get a value",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

type finder struct {
	pass                *analysis.Pass
	table               *knowledge.Table
	out                 *Result
	written, open, made map[string]bool
}

func run(pass *analysis.Pass) (any, error) {
	f := &finder{pass: pass, table: pass.ResultOf[calls.Analyzer].(*calls.Result).Table(), out: &Result{},
		written: map[string]bool{}, open: map[string]bool{}, made: map[string]bool{}}
	if !settings.Own(pass) {
		return f.out, nil
	}
	p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if p == nil {
		return f.out, nil
	}
	for _, fn := range p.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				f.instruction(instr)
			}
		}
	}
	f.out.Written, f.out.Open, f.out.Made = sorted(f.written), sorted(f.open), sorted(f.made)
	return f.out, nil
}

func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func (f *finder) instruction(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		f.made[calls.Named(instr.Type())] = true
	case *ssa.MakeInterface:
		if !f.keeps(instr) {
			f.fill(instr.X.Type(), 0)
		}
	case *ssa.FieldAddr:
		f.address(instr)
	case *ssa.Store:
		f.store(instr)
	}
}

// keeps: the interface is an error, or one of this module's: nobody fills what
// is behind it.
func (f *finder) keeps(made *ssa.MakeInterface) bool {
	named, ok := types.Unalias(made.Type()).(*types.Named)
	return ok && (named.Obj().Pkg() == nil || f.own(named.Obj().Pkg()))
}

// fill marks a type, and those of its fields, as filled by somebody else.
func (f *finder) fill(t types.Type, depth int) {
	if depth > 6 {
		return
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		f.fill(u.Elem(), depth+1)
		return
	case *types.Slice:
		f.fill(u.Elem(), depth+1)
		return
	case *types.Map:
		f.fill(u.Elem(), depth+1)
		return
	}
	name := calls.Named(t)
	s, ok := t.Underlying().(*types.Struct)
	if !ok || name != "" && f.open[name] {
		return
	}
	if name != "" {
		f.open[name] = true
	}
	for field := range s.Fields() {
		f.fill(field.Type(), depth+1)
	}
}

// address: a field that is written, or whose address goes elsewhere.
func (f *finder) address(addr *ssa.FieldAddr) {
	name := fullName(addr)
	if name == "" {
		return
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.Store:
			if ref.Addr != ssa.Value(addr) || !durations.Of(ref.Val, nil).Zero() {
				f.written[name] = true
			}
		default:
			f.written[name] = true
		}
	}
}

// store: a knob that is set to a field as it is.
func (f *finder) store(s *ssa.Store) {
	addr, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	knob := fullName(addr)
	owner := calls.Named(addr.X.Type())
	dot := strings.LastIndexByte(owner, '.')
	if knob == "" || dot < 0 {
		return
	}
	row := f.table.Knob(owner[:dot], knob)
	if row == nil || row.Zero != knowledge.Infinite || row.Unit != "" {
		return
	}
	field := source(s.Val, 0)
	if field == nil || field.Pkg() == nil || !f.own(field.Pkg()) || bounds.AboutTime(bounds.Choice(s)) {
		return
	}
	name, tagged := f.declared(field, s.Val)
	if name == "" || tagged {
		return
	}
	at := f.pass.Fset.PositionFor(s.Pos(), false)
	f.out.Reads = append(f.out.Reads, Read{Field: name, Knob: knowledge.Short(knob),
		Place:  tree.Place{File: f.pass.Pkg.Path() + "/" + filepath.Base(at.Filename), Line: at.Line, Column: at.Column},
		Closed: field.Pkg() == f.pass.Pkg && (!field.Exported() || f.pass.Pkg.Name() == "main")})
}

// source is the field that a value is, but for its unit.
func source(v ssa.Value, depth int) *types.Var {
	if depth > 5 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Convert:
		return source(v.X, depth+1)
	case *ssa.ChangeType:
		return source(v.X, depth+1)
	case *ssa.BinOp:
		if _, ok := v.Y.(*ssa.Const); ok && v.Op == token.MUL {
			return source(v.X, depth+1)
		}
		if _, ok := v.X.(*ssa.Const); ok && v.Op == token.MUL {
			return source(v.Y, depth+1)
		}
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return fieldOf(addr.X.Type(), addr.Field)
		}
	case *ssa.Field:
		return fieldOf(v.X.Type(), v.Field)
	}
	return nil
}

// declared is the full name of a field that is read, and whether its struct has
// tags: those are for whoever fills it.
func (f *finder) declared(field *types.Var, v ssa.Value) (name string, tagged bool) {
	owner := ownerOf(v, 0)
	s, ok := structOf(owner)
	if !ok || calls.Named(owner) == "" {
		return "", false
	}
	for i := range s.NumFields() {
		tagged = tagged || s.Tag(i) != ""
	}
	return calls.Named(owner) + "." + field.Name(), tagged
}

func ownerOf(v ssa.Value, depth int) types.Type {
	switch v := v.(type) {
	case *ssa.Convert:
		return ownerOf(v.X, depth+1)
	case *ssa.ChangeType:
		return ownerOf(v.X, depth+1)
	case *ssa.BinOp:
		if _, ok := v.X.(*ssa.Const); ok {
			return ownerOf(v.Y, depth+1)
		}
		return ownerOf(v.X, depth+1)
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok {
			return addr.X.Type()
		}
	case *ssa.Field:
		return v.X.Type()
	}
	return nil
}

func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

func fieldOf(t types.Type, i int) *types.Var {
	if s, ok := structOf(t); ok {
		return s.Field(i).Origin()
	}
	return nil
}

func fullName(addr *ssa.FieldAddr) string {
	owner, field := calls.Named(addr.X.Type()), fieldOf(addr.X.Type(), addr.Field)
	if owner == "" || field == nil {
		return ""
	}
	return owner + "." + field.Name()
}

func (f *finder) own(p *types.Package) bool {
	if m := f.pass.Module; m != nil && m.Path != "" {
		return p.Path() == m.Path || strings.HasPrefix(p.Path(), m.Path+"/")
	}
	return p == f.pass.Pkg
}

// Never lists the reads of fields that nothing gives a value. With whole, the
// results are a whole module's; without, only fields that no other package can
// write are known.
func Never(results []*Result, whole bool) []Read {
	written, open, made := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range results {
		for list, set := range map[*[]string]map[string]bool{&r.Written: written, &r.Open: open, &r.Made: made} {
			for _, s := range *list {
				set[s] = true
			}
		}
	}
	var out []Read
	for _, r := range results {
		for _, read := range r.Reads {
			owner := read.Field[:strings.LastIndexByte(read.Field, '.')]
			closed := read.Closed || whole && (strings.Contains(owner, "/internal/") || strings.HasPrefix(owner, "main."))
			if closed && made[owner] && !open[owner] && !written[read.Field] {
				out = append(out, read)
			}
		}
	}
	slices.SortFunc(out, func(a, b Read) int {
		return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), strings.Compare(a.Field, b.Field))
	})
	return out
}

// Message says what is the matter with a field that nothing gives a value.
func (r Read) Message() string {
	return fmt.Sprintf("%s is set from %s, which nothing in the module ever gives a value: it is zero, and the limit is not there; set the field, or give it a default",
		r.Knob, knowledge.Short(r.Field))
}
