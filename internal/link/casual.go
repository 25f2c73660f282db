package link

import "github.com/timeoutlint/timeoutlint/passes/uses"

// Casual is the packages that only commands are made of, by import path: each
// program that imports one does its work and ends, while somebody waits for it
// and can stop it. It is nil where that cannot be known, for the reasons of
// [Idle].
func Casual(module string, packages []*uses.Result) map[string]bool {
	byPath := map[string]*uses.Result{}
	for _, p := range packages {
		if p == nil || p.Path == module && !p.Main {
			return nil
		}
		byPath[p.Path] = p
	}
	commands, stays := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		if !p.Main {
			continue
		}
		all, endures := closure(p, byPath)
		for _, path := range all {
			commands[path] = true
			stays[path] = stays[path] || endures
		}
	}
	casual := map[string]bool{}
	for path := range commands {
		if !stays[path] {
			casual[path] = true
		}
	}
	return casual
}

// closure is the packages that a program is made of, as far as they are the
// module's, and whether any of them keeps it running.
func closure(program *uses.Result, byPath map[string]*uses.Result) (all []string, stays bool) {
	seen := map[string]bool{}
	todo := []*uses.Result{program}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p == nil || seen[p.Path] {
			continue
		}
		seen[p.Path] = true
		all = append(all, p.Path)
		stays = stays || p.Stays
		for _, path := range p.Imports {
			todo = append(todo, byPath[path])
		}
	}
	return all, stays
}
