package link

import (
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Held joins the functions of packages, so that it can be said of each place who is
// held there. What they register for the world outside to call has the name that it
// is called by.
func Held(packages []Summary, o Options) *held.World {
	var trees []*waits.Result
	for _, p := range packages {
		trees = append(trees, p.Waits)
	}
	return newLinker(trees, o).held(packages)
}

// Held is as the function of that name, with what the whole program has shown.
func (f *Found) Held(packages []Summary) *held.World { return f.linker.held(packages) }

func (l *linker) held(packages []Summary) *held.World {
	var functions []*held.Result
	at := map[string]tree.Place{}
	for _, p := range packages {
		functions = append(functions, p.Held)
		if p.Waits != nil {
			placed(p.Waits.Funcs, at)
		}
	}
	w := held.Join(functions)
	for i := range l.entries {
		e := &l.entries[i]
		kind, ok := consequences[Kind(e.Kind)]
		if !ok || e.Core == nil || e.Core.IsPar || e.Name == "" {
			continue
		}
		name := e.Core.Name
		if made := e.Core.Made; made != nil && len(made.Names) == 1 {
			name = made.Names[0] // the literal in it, as often as not the only one
		}
		entry := held.Entry{Kind: kind, Name: e.Name}
		if place, ok := at[name]; ok && e.Core.Made == nil {
			w.Enter(l.files[place.File], place.Line, entry)
		} else {
			w.Name(name, entry)
		}
	}
	return w
}

// placed notes where functions and the literals in them are, by name.
func placed(list []*tree.Func, at map[string]tree.Place) {
	for _, f := range list {
		at[f.Name] = f.Place
		placed(f.Lits, at)
	}
}

var consequences = map[Kind]rules.Consequence{Handler: rules.Request, RPC: rules.Call, Consumer: rules.Message, Cron: rules.Job}
