package link

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Remote is an entry of another service that code of this module calls.
type Remote struct {
	Caller   string // import path of the package that calls it; with a type or function behind it, that alone
	Service  string
	Name     string // of the entry
	Module   string // of the service
	Entry    *Entry // what the service's summary says of it; nil: there is none
	Attempts int    // that something on the way makes of each call, the first included; 0 and 1: nothing does
	Said     tree.Place
}

// fars is what answers the calls of a module, by what makes them.
type fars struct {
	list  []Remote
	far   []*tree.Far // of the list
	met   []bool      // some call is made there
	of    map[string]int
	funcs map[*tree.Func]*tree.Func

	better *better // what the whole program shows; nil: nothing
}

const nobody = -1

func newFars(list []Remote) *fars {
	f := &fars{list: list, met: make([]bool, len(list)), of: map[string]int{}, funcs: map[*tree.Func]*tree.Func{}}
	for i := range list {
		f.far = append(f.far, list[i].far())
	}
	return f
}

// far is an entry as a wait sees it.
func (r *Remote) far() *tree.Far {
	out := &tree.Far{Service: r.Service, Entry: r.Name, Place: r.Said, Front: int64(r.Attempts)}
	if r.Entry == nil {
		return out
	}
	out.Own, out.Worst = int64(r.Entry.Own.Lo), int64(r.Entry.Worst.Lo)
	var longest *Call
	for i := range r.Entry.Calls {
		c := &r.Entry.Calls[i]
		if !c.Clipped && (longest == nil || c.All.Lo > longest.All.Lo) {
			longest = c
		}
	}
	if longest != nil {
		out.Why = fmt.Sprintf("%s at %s: %s", longest.What, r.place(longest.Place), cmp.Or(longest.Arithmetic, durations.Short(longest.All.Lo)))
	}
	out.Calls = farCalls(r.Entry.Calls, r.Service, nil)
	return out
}

// farCalls are the calls of an entry and of those behind it, each with the
// retries on the way.
func farCalls(calls []Call, service string, outer []tree.FarLevel) []tree.FarCall {
	var out []tree.FarCall
	for i := range calls {
		c := &calls[i]
		if c.Dependency == "" {
			continue
		}
		levels := slices.Clip(outer)
		level := func(n Count, who string) {
			if n.Known && n.Lo > 1 {
				levels = append(levels, tree.FarLevel{N: int64(n.Lo), Who: who})
			}
		}
		for _, s := range c.Path[:max(len(c.Path)-1, 0)] {
			if s.Retry {
				level(s.Attempts, s.Function+" in "+service)
			}
		}
		if c.Retry {
			who := c.What
			if len(c.Path) > 0 {
				who = c.Path[len(c.Path)-1].Function
			}
			level(c.Attempts, who+" in "+service)
		}
		if c.Front != nil {
			level(Count{Lo: c.Front.Attempts, Known: true}, "what is on the way to "+c.Dependency)
		}
		out = append(out, tree.FarCall{What: c.What + " in " + service, Levels: levels})
		out = append(out, farCalls(c.Calls, c.Dependency, levels)...)
	}
	return out
}

// place is a place of the service's code.
func (r *Remote) place(p Place) string {
	return fmt.Sprintf("%s:%d", path.Join(r.Module, p.File), p.Line)
}

// calls are the entry's calls as they hang below a call of it: places begin
// with the module, names of dependencies with the service.
func (r *Remote) calls() []Call {
	if r.Entry == nil {
		return nil
	}
	at := func(p *Place) {
		if p.File != "" && r.Module != "" {
			p.File = path.Join(r.Module, p.File)
		}
	}
	var renamed func(list []Call) []Call
	renamed = func(list []Call) []Call {
		out := slices.Clone(list)
		for i := range out {
			c := &out[i]
			if c.Dependency != "" {
				c.Dependency = r.Service + "/" + c.Dependency
			}
			at(&c.Place)
			at(&c.Connect.Place)
			at(&c.Response.Place)
			at(&c.Pool.Place)
			c.Path = slices.Clone(c.Path)
			for k := range c.Path {
				at(&c.Path[k].Place)
			}
			c.Calls = renamed(c.Calls)
		}
		return out
	}
	return renamed(r.Entry.Calls)
}

// by is the service that a function calls, the nearest description of it.
func (f *fars) by(name string) int {
	i, ok := f.of[name]
	if ok {
		return i
	}
	bare, _, _ := strings.Cut(name, "$") // a literal belongs to its function
	bare = strings.NewReplacer("(", "", ")", "", "*", "").Replace(bare)
	i = nobody
	for k := range f.list {
		caller := f.list[k].Caller
		if (bare == caller || strings.HasPrefix(bare, caller+".")) && (i == nobody || len(caller) > len(f.list[i].Caller)) {
			i = k
		}
	}
	f.of[name] = i
	return i
}

// join is the summary of a package that says which service answers its calls.
// The one given stays as it is.
func (f *fars) join(p *waits.Result) *waits.Result {
	if len(f.list) == 0 && f.better == nil {
		return p
	}
	out := *p
	out.Funcs = slices.Clone(p.Funcs)
	for i := range out.Funcs {
		out.Funcs[i] = f.function(out.Funcs[i])
	}
	out.Doors, out.Servers, out.Routers = slices.Clone(p.Doors), slices.Clone(p.Servers), slices.Clone(p.Routers)
	for i := range out.Doors {
		out.Doors[i].Handler = f.value(out.Doors[i].Handler)
	}
	for i := range out.Servers {
		out.Servers[i].Handler = f.value(out.Servers[i].Handler)
	}
	for i := range out.Routers {
		out.Routers[i].Around = slices.Clone(out.Routers[i].Around)
		for k := range out.Routers[i].Around {
			out.Routers[i].Around[k] = f.value(out.Routers[i].Around[k])
		}
	}
	return &out
}

func (f *fars) function(fn *tree.Func) *tree.Func {
	if fn == nil {
		return nil
	}
	if known, ok := f.funcs[fn]; ok {
		return known
	}
	out := *fn
	f.funcs[fn] = &out
	out.Body = f.nodes(fn.Body, f.by(fn.Name))
	out.Lits = slices.Clone(fn.Lits)
	for i := range out.Lits {
		out.Lits[i] = f.function(out.Lits[i])
	}
	out.Returns = slices.Clone(fn.Returns)
	for i := range out.Returns {
		out.Returns[i] = f.value(out.Returns[i])
	}
	return &out
}

func (f *fars) nodes(list []tree.Node, by int) []tree.Node {
	out := slices.Clone(list)
	for i := range out {
		n := &out[i]
		n.Kids = f.nodes(n.Kids, by)
		n.Inline, n.Fn = f.function(n.Inline), f.value(n.Fn)
		n.Args = slices.Clone(n.Args)
		for k := range n.Args {
			n.Args[k].Fn = f.value(n.Args[k].Fn)
		}
		if f.better != nil {
			f.better.node(n)
		}
		if f.better != nil && n.Wait != nil {
			n.Wait = f.better.wait(n.Place, n.Wait)
		}
		if by != nobody && n.Wait != nil && n.Wait.Effect == string(knowledge.Requests) {
			n.Wait = f.answered(*n.Wait, by)
		}
	}
	return out
}

func (f *fars) value(v *tree.FuncVal) *tree.FuncVal {
	if v == nil || v.Made == nil {
		return v
	}
	out := *v
	out.Made = &f.nodes([]tree.Node{*v.Made}, nobody)[0]
	return &out
}

// answered is a wait of which it is known what answers. Where nothing here ends
// it, it may last as long as the other side permits itself, and longer.
func (f *fars) answered(w tree.Wait, by int) *tree.Wait {
	far := f.far[by]
	f.met[by] = true
	w.Far, w.Target = far, far.Service
	if w.Cap == nil && far.Worst > 0 {
		w.Cap = &tree.Expr{Op: tree.Between, Args: []tree.Expr{
			{Op: tree.Mul, Args: []tree.Expr{tree.Num(max(far.Front, 1)), tree.Num(far.Worst)}}, tree.Num(tree.Forever)}}
		w.From = tree.Limit{Kind: "bounded", From: fmt.Sprintf("what %s permits itself for %s", far.Service, far.Entry), Place: far.Place}
	}
	return &w
}
