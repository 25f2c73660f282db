package link

import "github.com/timeoutlint/timeoutlint/passes/uses"

// Casual is the functions and variables that only commands use, named as those
// of [Idle]: each program that has one does its work and ends, while somebody
// waits for it and can stop it. It is nil where that cannot be known, for the
// reasons of [Idle].
//
// A program stays where one of its functions that may run does. Of a package
// that could not be analysed, whose outline is among the packages, every program
// that imports it stays, and uses all it imports.
func Casual(module string, packages []*uses.Result) map[string]bool {
	byPath := map[string]*uses.Result{}
	for _, p := range packages {
		if p == nil || p.Path == module && !p.Main {
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
		run, stays := runs(parts)
		for _, part := range parts {
			for _, f := range part.Funcs {
				switch name := part.Path + "." + f.Short; {
				case stays && (run == nil || run[f.Name]):
					enduring[name] = true
				case run[f.Name]:
					casual[name] = true
				}
			}
		}
	}
	for name := range enduring {
		delete(casual, name)
	}
	return casual
}

// runs is the functions of a program that may run, and whether one of them keeps
// it running. They are nil where not all of it is known.
func runs(parts []*uses.Result) (run map[string]bool, stays bool) {
	refers, methods := map[string][]string{}, map[string]bool{}
	var todo []string
	for _, p := range parts {
		if p.Outline {
			return nil, true
		}
		stays = stays || p.Stays
		todo = append(todo, p.Always...)
		for _, name := range p.Methods {
			methods[name] = true
		}
	}
	for _, p := range parts {
		for _, f := range p.Funcs {
			refers[f.Name] = f.Refers
			if f.Root && (p.Main || f.Short != "main") || methods[f.Method] {
				todo = append(todo, f.Name)
			}
		}
	}
	run = reached(todo, refers)
	for _, p := range parts {
		for _, f := range p.Funcs {
			stays = stays || f.Stays && run[f.Name]
		}
	}
	return run, stays
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
