package link

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// Idle is the functions and variables of a program that nothing in it uses, by
// import path and name as in findings ("T.F" for a method). It is nil where that
// cannot be known: without a package main, and where the module's root is a
// package for others to import, so that what it exports has users elsewhere.
//
// A function counts as run when one that runs refers to it, when a variable of
// the package does, and, a method, when an interface that the module can see has
// a method of its name, or when it is among the named: those are what packages
// mention that could not be analysed.
func Idle(module string, packages []*uses.Result, named map[string]bool) map[string]bool {
	program := false
	for _, p := range packages {
		if p == nil || p.Path == module && !p.Main {
			return nil
		}
		program = program || p.Main
	}
	if !program {
		return nil
	}
	refers, methods := map[string][]string{}, map[string]bool{}
	var todo []string
	for _, p := range packages {
		todo = append(todo, p.Always...)
		for _, name := range p.Methods {
			methods[name] = true
		}
	}
	for _, p := range packages {
		for _, f := range p.Funcs {
			refers[f.Name] = f.Refers
			if f.Root || methods[f.Method] || named[f.Short[strings.LastIndex(f.Short, ".")+1:]] {
				todo = append(todo, f.Name)
			}
		}
	}
	run := uses.Reached(todo, refers)
	idle := map[string]bool{}
	for _, p := range packages {
		for _, f := range p.Funcs {
			if !run[f.Name] && f.Short != "_" {
				idle[p.Path+"."+f.Short] = true
			}
		}
	}
	return idle
}
