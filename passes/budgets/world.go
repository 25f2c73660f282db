package budgets

import (
	"cmp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// World is the functions of one package, or of a module, and how they meet.
type World struct {
	Packages []*waits.Result
	Whole    bool                                                         // nothing of the module is missing: what is behind an interface is known
	Front    func(e *Entry) Front                                         // what is said of an entry elsewhere; may be nil
	Narrow   func(*tree.Node, []tree.Place) (tree.Expr, tree.Limit, bool) // as of a Clock; may be nil
	Times    Times                                                        // what the whole program shows of the time that entries have; may be nil

	funcs   map[string]*tree.Func
	seen    map[string]bool // packages of which every function that waits is known
	nothing *tree.Func
	called  map[string]int // how often, by function; nil until asked
	quiet   *tree.Quiet
	gin     bool // gin's contexts may be ended by the request's
	plain   bool // every database is opened with a string that says nothing of time
	types   map[string]waits.Type
	asked   map[string]waits.Method
	behind  map[string][]string
	routers map[string]waits.Router
	servers map[string]*waits.Server // by router
	fronts  map[string]front         // by router
}

// New indexes what is known of some packages.
func New(packages []*waits.Result, whole bool) *World {
	w := &World{Packages: packages, Whole: whole, funcs: map[string]*tree.Func{}, seen: map[string]bool{}, nothing: &tree.Func{}, types: map[string]waits.Type{}, asked: map[string]waits.Method{},
		behind: map[string][]string{}, routers: map[string]waits.Router{}, servers: map[string]*waits.Server{}, fronts: map[string]front{}}
	var add func(f *tree.Func)
	add = func(f *tree.Func) {
		if _, ok := w.funcs[f.Name]; !ok {
			w.funcs[f.Name] = f
		}
		for _, l := range f.Lits {
			add(l)
		}
	}
	opened, plain := 0, 0
	for _, p := range packages {
		opened, plain = opened+p.Opened, plain+p.Plain
		w.gin = w.gin || p.Gin
		w.seen[p.Path] = w.seen[p.Path] || p.Why == "" && p.Looked
		for _, f := range p.Funcs {
			add(f)
		}
		for _, m := range p.Asked {
			w.asked[m.Func] = m
		}
		for _, t := range p.Types {
			w.types[t.Name] = t
		}
		for _, r := range p.Routers {
			w.routers[r.Name] = r
		}
	}
	w.plain = opened > 0 && opened == plain
	return w
}

// packageOf is the import path in a function's full name.
func packageOf(name string) string {
	return settings.PackageOf(strings.TrimLeft(name, "(*"))
}

// Clock runs over the functions of the world.
func (w *World) Clock() tree.Clock { return w.clock(nil) }

func (w *World) clock(extra map[string]*tree.Func) tree.Clock {
	c := tree.Clock{Resolve: w.function}
	if w.Whole {
		c.Behind, c.On, c.Plain, c.Gin, c.Narrow = w.implementations, w.on, w.plain, w.gin, w.Narrow
	}
	if w.quiet == nil {
		w.quiet = tree.NewQuiet(c)
	}
	c.Quiet = w.quiet
	c.Resolve = func(name string) *tree.Func {
		if f := extra[name]; f != nil {
			return f
		}
		return w.function(name)
	}
	return c
}

// function is the function of a name; nil: it is not in sight.
func (w *World) function(name string) *tree.Func {
	if f := w.funcs[name]; f != nil {
		return f
	}
	if w.seen[packageOf(name)] {
		return w.nothing // it was looked at, and waits for nothing
	}
	return nil
}

// implementations are the functions that a call of an interface's method may
// run.
func (w *World) implementations(method string) ([]string, bool) {
	if names, ok := w.behind[method]; ok {
		return names, true
	}
	var names []string
	asked := w.asked[method]
	for _, p := range w.Packages {
		for _, t := range p.Types {
			if fn := implements(t, asked); fn != "" && !slices.Contains(names, fn) {
				names = append(names, fn)
			}
		}
	}
	slices.Sort(names)
	w.behind[method] = names
	return names, true
}

// on is the function that a method of an interface is on a concrete type.
func (w *World) on(method, typ string) (string, bool) {
	fn := implements(w.types[typ], w.asked[method])
	return fn, fn != ""
}

func implements(t waits.Type, asked waits.Method) string {
	found := ""
	for _, want := range asked.All {
		i := slices.IndexFunc(t.Methods, func(m waits.Method) bool { return m.Name == want.Name && m.Sig == want.Sig })
		if i < 0 {
			return ""
		}
		if want.Name == asked.Name {
			found = t.Methods[i].Func
		}
	}
	return found
}

// Entry is a door with what is around it and what limits it.
type Entry struct {
	waits.Door
	Server *waits.Server // that serves it, if that is known
	Run    *tree.FuncVal // the whole of it, from the server on
	Clock  tree.Clock
	Cancel tree.Limit            // when its context ends
	Use    tree.Limit            // when nobody wants the answer any more
	Front  Front                 // what the code does not say
	holds  func(tree.Event) bool // whether a wait of its own is held against Use; nil: each is

	around  int        // of the router's, that run around it
	answers tree.Limit // after it the answer is given up
	unsure  bool       // the program may be set up to give it another time
	world   *World
}

const (
	doorName  = "door:"
	probeName = "probe:"
)

// Entries are the doors of the world, each with its budget, sorted.
func (w *World) Entries() []Entry {
	var out []Entry
	met := map[tree.Place]bool{}
	for _, p := range w.Packages {
		for _, d := range p.Doors {
			if d.Routed && (d.Handler == nil || d.Core != nil && d.Core.IsPar) {
				if list := w.opened(d.Place); len(list) > 0 {
					out, met[d.Place] = append(out, list...), true
					continue
				}
			}
			if d.Handler != nil {
				out, met[d.Place] = append(out, w.known(d)), true
			}
		}
		for i := range p.Servers {
			if d, ok := w.alone(&p.Servers[i]); ok {
				out = append(out, d)
			}
		}
	}
	if w.Times != nil {
		for _, place := range w.Times.Places() {
			if !met[place] {
				out = append(out, w.opened(place)...)
			}
		}
		out = w.served(out)
	}
	slices.SortStableFunc(out, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name),
			strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	return out
}

// alone is a server that has one handler and no router.
func (w *World) alone(s *waits.Server) (Entry, bool) {
	core := waits.Core(s.Handler)
	if core == nil || core.IsPar || core.Made != nil || strings.HasPrefix(core.Name, waits.MuxName) || w.funcs[core.Name] == nil {
		return Entry{}, false
	}
	f := w.funcs[core.Name]
	d := waits.Door{Kind: string(entries.ToHandler), Name: f.Short, Short: f.Short, Place: s.Place, Function: f.Place, Handler: s.Handler, Core: core}
	e := w.entry(d, nil)
	e.Server = s
	w.use(&e)
	return e, true
}

// use is the shortest of what is known to make the answer worthless.
func (w *World) use(e *Entry) {
	e.Use = tree.Limit{Kind: "unknown"}
	shorter := func(l tree.Limit) {
		if l.Kind == "bounded" && (e.Use.Kind != "bounded" || l.Nanos < e.Use.Nanos) {
			e.Use = l
		}
	}
	shorter(e.Cancel)
	shorter(e.answers)
	if e.Server != nil {
		shorter(e.Server.Write)
	}
	if w.Front != nil {
		e.Front = w.Front(e)
		if l := e.Front.Limit; e.Front.Ends && (e.Cancel.Kind != "bounded" || l.Nanos < e.Cancel.Nanos) {
			e.Cancel = l
		}
		shorter(e.Front.Limit)
	}
}

// door calls a handler as its router does.
func (e *Entry) door(handler *tree.FuncVal) *tree.Func {
	n := 0
	if e.Frame == entries.Web || e.Server != nil {
		n = 1
	}
	ctx := tree.Arg{Ctx: &tree.Ctx{Kind: tree.CtxParam, N: n}}
	if e.Opaque {
		ctx.Ctx = &tree.Ctx{}
	}
	call := tree.Node{Kind: tree.Call, Fn: handler, Place: e.Place, Args: []tree.Arg{ctx}}
	if e.Frame == entries.Web {
		call.Args = []tree.Arg{{}, ctx}
	}
	return &tree.Func{Name: doorName, Short: e.Name, Place: e.Place, Body: []tree.Node{call}}
}

// probe waits as long as the context that a handler is given.
func probe(frame entries.Frame) *tree.Func {
	n := 0
	if frame == entries.Web {
		n = 1
	}
	return &tree.Func{Name: probeName, Short: probeName, Body: []tree.Node{
		{Kind: tree.Sink, Wait: &tree.Wait{What: probeName, Cap: &tree.Expr{Op: tree.Const, N: 1}}},
		{Kind: tree.Sink, Wait: &tree.Wait{What: probeName, Ctx: &tree.Ctx{Kind: tree.CtxParam, N: n}}},
	}}
}

// ends reads when the probe's context ended.
func ends(o tree.Outcome) tree.Limit {
	reached := false
	for _, e := range o.Log {
		if e.Node.Wait.What != probeName {
			continue
		}
		if e.Node.Wait.Ctx == nil {
			reached = true
			continue
		}
		l := tree.Limit{Kind: "bounded", Nanos: e.Start + e.D, From: "context.WithTimeout"}
		if e.By != nil && e.By.Why != "" {
			l.From = e.By.Why
		}
		return l
	}
	if reached && o.Unbounded {
		return tree.Limit{Kind: "none"}
	}
	return tree.Limit{Kind: "unknown"}
}

// always: whatever runs around the probe, its context has a deadline.
func always(o tree.Outcome) bool {
	return !slices.ContainsFunc(o.Log, func(e tree.Event) bool {
		return e.Node.Kind == tree.Sink && e.Node.Wait.What == probeName && e.Node.Wait.Ctx != nil && e.By == nil
	})
}

// serverOf is the server that a router's requests come from; of several, the
// one that is most patient.
func (w *World) serverOf(router string) *waits.Server {
	if router == "" {
		return nil
	}
	if known, ok := w.servers[router]; ok {
		return known
	}
	var found *waits.Server
	for _, p := range w.Packages {
		for i := range p.Servers {
			s := &p.Servers[i]
			if s.Handler == nil || !w.reaches(s.Handler, router) {
				continue
			}
			if found == nil || s.Write.Kind != "bounded" || found.Write.Kind == "bounded" && s.Write.Nanos > found.Write.Nanos {
				found = s
			}
		}
	}
	w.servers[router] = found
	return found
}

func (w *World) reaches(handler *tree.FuncVal, router string) bool {
	o := w.clock(map[string]*tree.Func{waits.MuxName + router: probe(entries.Web)}).Least(handler, 1)
	return slices.ContainsFunc(o.Log, func(e tree.Event) bool { return e.Node.Wait.What == probeName })
}
