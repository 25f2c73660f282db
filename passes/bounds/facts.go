package bounds

import (
	"fmt"
	"go/types"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Makes is the fact that a function returns carriers of limits that it made
// itself, and which limits they have.
type Makes struct {
	Results []Made
}

// Made is one result of a function.
type Made struct {
	Index  int
	Type   string
	Site   string // file:line of the making, for a message
	Limits []MadeLimit
}

// MadeLimit is one limit of a Made that is not unset.
type MadeLimit struct {
	Field string
	State State
	Param int   // where State is FromParam
	Nanos int64 // where State is Set and the value is known; else 0
}

// AFact marks Makes as a fact.
func (*Makes) AFact() {}

func (m *Makes) String() string {
	var parts []string
	for _, r := range m.Results {
		limits := make([]string, len(r.Limits))
		for i, l := range r.Limits {
			limits[i] = l.Field
			if l.State == Zeroed {
				limits[i] += "=0"
			}
			if l.State == FromParam {
				limits[i] += fmt.Sprintf("=arg%d", l.Param)
			}
		}
		parts = append(parts, fmt.Sprintf("makes %s[%s]", r.Type, strings.Join(limits, " ")))
	}
	return strings.Join(parts, ", ")
}

func (m *Makes) of(index int) (Made, bool) {
	for _, r := range m.Results {
		if r.Index == index {
			return r, true
		}
	}
	return Made{}, false
}

// limits are the made object's limits at one call.
func (m Made) limits(args []ssa.Value, fn *types.Func) []Limit {
	first := 0
	if fn.Signature().Recv() != nil {
		first = 1
	}
	var out []Limit
	for _, l := range m.Limits {
		limit := Limit{Field: l.Field, State: l.State}
		if l.Nanos != 0 {
			limit.Value = durations.Exactly(l.Nanos)
		}
		if l.State == FromParam {
			limit.State = Set
			if i := l.Param + first; i < len(args) {
				if limit.Value = durations.Of(args[i], nil); limit.Value.Zero() {
					limit.State = Zeroed
				}
			}
		}
		out = append(out, limit)
	}
	return out
}

// export writes the facts of this package's functions.
func export(pass *analysis.Pass, r *Result) {
	for obj, fn := range r.Program.Decls {
		var made Makes
		for i := range fn.Signature.Results().Len() {
			if m, ok := r.made(pass, fn, i); ok {
				made.Results = append(made.Results, m)
			}
		}
		if len(made.Results) > 0 {
			pass.ExportObjectFact(obj, &made)
		}
	}
}

// made summarises a result if every object it may be was made in sight.
func (r *Result) made(pass *analysis.Pass, fn *ssa.Function, index int) (Made, bool) {
	objects := r.graph.pts[result{fn, index}]
	if len(objects) == 0 {
		return Made{}, false
	}
	for _, o := range objects {
		if o.Kind == External || o.Kind == InStruct || o.Left(Passed, Stored) || o.Type != objects[0].Type {
			return Made{}, false
		}
	}
	m := Made{Index: index, Type: objects[0].Type}
	if o := objects[0]; o.Pos.IsValid() {
		at := pass.Fset.Position(o.Pos)
		m.Site = fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	}
	fields := map[string]MadeLimit{}
	for _, o := range objects {
		for _, l := range o.limitsSeen(r.Program, fn) {
			if old, ok := fields[l.Field]; !ok || l.State > old.State {
				fields[l.Field] = l
			}
		}
	}
	for _, l := range fields {
		m.Limits = append(m.Limits, l)
	}
	sort.Slice(m.Limits, func(i, j int) bool { return m.Limits[i].Field < m.Limits[j].Field })
	return m, true
}

// limitsSeen is every limit of o that something writes.
func (o *Object) limitsSeen(p *program.Package, fn *ssa.Function) []MadeLimit {
	seen := map[string]bool{}
	var names []string
	var gather func(x *Object, visited map[*Object]bool)
	gather = func(x *Object, visited map[*Object]bool) {
		if visited[x] {
			return
		}
		visited[x] = true
		for _, a := range x.Accesses {
			if a.Value != nil && !seen[a.Field.Name()] {
				seen[a.Field.Name()] = true
				names = append(names, a.Field.Name())
			}
		}
		for _, l := range x.Presets {
			if !seen[l.Field] {
				seen[l.Field] = true
				names = append(names, l.Field)
			}
		}
		for _, c := range x.Copies {
			gather(c, visited)
		}
	}
	gather(o, map[*Object]bool{})
	var out []MadeLimit
	for _, name := range names {
		l := o.Limit(name)
		m := MadeLimit{Field: name, State: l.State}
		if n, ok := l.Value.Exact(); ok && l.State == Set {
			m.Nanos = n
		}
		if i, ok := o.fromParam(name, fn); ok && l.State == Set {
			m.State, m.Param = FromParam, i
		}
		out = append(out, m)
	}
	return out
}

// fromParam reports whether the only write of a field is a parameter of fn.
func (o *Object) fromParam(field string, fn *ssa.Function) (int, bool) {
	writes := o.Writes(field)
	if len(writes) != 1 {
		return 0, false
	}
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	for i, p := range fn.Params {
		if writes[0].Value == p && i >= first {
			return i - first, true
		}
	}
	return 0, false
}
