package link

import (
	"maps"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// Casual is the functions and variables that only commands use, named as those
// of [Idle]: each program that has one does its work and ends, while somebody
// waits for it and can stop it. It is nil where a package is missing. What is there
// for others (see [Idle]) is used by them, and nobody knows by what.
//
// A program that is made of several commands is looked at one by one: what one
// of them uses stays where one of the functions that it may run does, and so
// does what all of them have in common. Of a package that could not be analysed,
// whose outline is among the packages, every program that imports it stays, and
// uses all it imports.
func Casual(module string, packages []*uses.Result) map[string]bool {
	byPath := map[string]*uses.Result{}
	for _, p := range packages {
		if p == nil {
			return nil
		}
		byPath[p.Path] = p
	}
	casual, enduring := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		if !p.Main {
			continue
		}
		parts := closure(p, byPath)
		stays, ends := runs(parts)
		for _, part := range parts {
			for _, f := range part.Funcs {
				switch name := part.Path + "." + f.Short; {
				case stays == nil || stays[f.Name]:
					enduring[name] = true
				case ends[f.Name]:
					casual[name] = true
				}
			}
		}
	}
	others := forOthers(module, packages)
	var offered []string
	for _, p := range packages {
		for _, f := range p.Funcs {
			if f.Exported && others[p] {
				offered = append(offered, f.Name)
			}
		}
	}
	refers, _ := leads(packages)
	used := closed(offered, refers)
	for _, p := range packages {
		for _, f := range p.Funcs {
			if used[f.Name] {
				enduring[p.Path+"."+f.Short] = true
			}
		}
	}
	for name := range enduring {
		delete(casual, name)
	}
	return casual
}

// runs is the functions of a program that may run for as long as it does, and
// those that run in what ends by itself. They are nil where not all of it is
// known.
func runs(parts []*uses.Result) (stay, end map[string]bool) {
	refers, methods := leads(parts)
	w := ways{refers: refers, commands: map[string]bool{}, stays: map[string]bool{}}
	for _, p := range parts {
		if p.Outline {
			return nil, nil
		}
		for _, name := range p.Commands {
			w.commands[name] = true
		}
	}
	var start []string
	always := false
	for _, p := range parts {
		always = always || p.Stays
		for _, name := range p.Always {
			if !w.commands[name] {
				start = append(start, name)
			}
		}
		for _, f := range p.Funcs {
			if f.Stays {
				w.stays[f.Name] = true
			}
			if f.Root && (p.Main || f.Short != "main") {
				start = append(start, f.Name)
			}
		}
	}
	stay, end = map[string]bool{}, map[string]bool{}
	add := func(run map[string]bool, endures bool) {
		to := end
		if endures {
			to = stay
		}
		maps.Copy(to, run)
	}
	common, endures := w.from(start)
	add(common, endures || always)
	// A command may have from there what it calls through an interface.
	for _, p := range parts {
		for _, f := range p.Funcs {
			if f.Stays && common[f.Of] && f.Called(methods) {
				w.stays["."+f.Method] = true
			}
		}
	}
	for name := range w.commands {
		add(w.from([]string{name}))
	}
	return stay, end
}

// ways is what the functions of a program refer to, which of them are commands,
// and which may run until the program is stopped: by name, and methods by their
// own after a dot.
type ways struct {
	refers          map[string][]string
	commands, stays map[string]bool
}

// from is all that the functions lead to, other commands left out, and whether
// something of that may run until the program is stopped.
func (w ways) from(start []string) (run map[string]bool, endures bool) {
	run = map[string]bool{}
	todo := slices.Clone(start)
	for _, name := range start {
		run[name] = true
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		endures = endures || w.stays[name]
		for _, to := range w.refers[name] {
			interfaces := strings.HasPrefix(to, "(") && !strings.HasPrefix(to, "(*") // a method of a pointer is of no interface
			endures = endures || interfaces && w.stays[to[strings.LastIndexByte(to, '.'):]]
			if !run[to] && !w.commands[to] {
				run[to] = true
				todo = append(todo, to)
			}
		}
	}
	return run, endures
}

// closure is the packages that a program is made of, as far as they are the
// module's.
func closure(program *uses.Result, byPath map[string]*uses.Result) (all []*uses.Result) {
	seen := map[*uses.Result]bool{nil: true}
	todo := []*uses.Result{program}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		all = append(all, p)
		for _, path := range p.Imports {
			todo = append(todo, byPath[path])
		}
	}
	return all
}

// Unattended reports whether the commands of a package are run by other programs
// and not by people, by what the package is called.
func Unattended(path string) bool {
	for _, word := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '-' || r == '_' || r == '.' }) {
		if unattended[word] {
			return true
		}
	}
	return false
}

// unattended are words for programs that are started by a clock, a cluster or
// another program.
var unattended = map[string]bool{
	"job": true, "jobs": true, "cron": true, "cronjob": true, "batch": true, "backup": true, "entrypoint": true,
	"hook": true, "hooks": true, "plugin": true, "plugins": true, "lambda": true, "function": true, "exporter": true, "agent": true, "executor": true,
	"runner": true, "worker": true, "sidecar": true, "healthcheck": true, "probe": true,
}

// Linked is the packages that the programs among them hold: those, and what they
// import.
func Linked(packages []*uses.Result) map[string]bool {
	byPath, linked := map[string]*uses.Result{}, map[string]bool{}
	for _, p := range packages {
		if p != nil {
			byPath[p.Path] = p
		}
	}
	for _, p := range packages {
		if p == nil || !p.Main {
			continue
		}
		for _, part := range closure(p, byPath) {
			linked[part.Path] = true
		}
	}
	return linked
}
