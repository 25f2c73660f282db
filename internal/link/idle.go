package link

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// Idle is the functions, variables and types of a program that nothing in it
// uses, by import path and name as in findings ("T.F" for a method). It is nil
// where that cannot be known: without a package main, and where the module's root
// is a package for others to import, so that what it exports has users elsewhere.
//
// A function counts as run when one that runs refers to it, when a variable of
// the package does, and, a method, when what runs names its type and an interface
// that the module can see asks for such a method, or the outline of a package
// that could not be analysed mentions its name. So does what a package exports
// that is there for others.
func Idle(module string, packages []*uses.Result) map[string]bool {
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
	run := reached(packages, forOthers(module, packages))
	idle := map[string]bool{}
	for _, p := range packages {
		for _, f := range p.Funcs {
			if !p.Outline && !run[f.Name] && f.Short != "_" {
				idle[p.Path+"."+f.Short] = true
			}
		}
	}
	return idle
}

// forTests is what packages are called that a module has for its own tests.
var forTests = regexp.MustCompile(`test|mock|e2e|fixture`)

// forOthers are the packages that other modules may import and are likely to: of a
// module with a package at its root all, of other modules those that no program
// of their own imports, and none where a program is at the root. What is internal
// or for tests is for nobody else.
func forOthers(module string, packages []*uses.Result) map[*uses.Result]bool {
	byPath := map[string]*uses.Result{}
	for _, p := range packages {
		byPath[p.Path] = p
	}
	root := byPath[module]
	if root != nil && root.Main {
		return nil
	}
	others := map[*uses.Result]bool{}
	for _, p := range packages {
		own := func(element string) bool { return element == "internal" || forTests.MatchString(element) }
		others[p] = !p.Main && !slices.ContainsFunc(strings.Split(p.Path, "/"), own)
	}
	if root != nil {
		return others
	}
	for _, p := range packages {
		if p.Main {
			for _, part := range closure(p, byPath) {
				delete(others, part)
			}
		}
	}
	return others
}

// reached is all that runs, and what outlines mention in what runs, of which
// methods and names of any kind lead on.
func reached(packages []*uses.Result, others map[*uses.Result]bool) map[string]bool {
	var todo []string
	named := map[string][]uses.Func{}
	for _, p := range packages {
		todo = append(todo, p.Always...)
		for _, f := range p.Funcs {
			if f.Root || f.Exported && others[p] {
				todo = append(todo, f.Name)
			}
			own := cmp.Or(f.Method, f.Short)
			named["?"+own] = append(named["?"+own], f)
			if f.Method != "" {
				named["."+own] = append(named["."+own], f)
			}
		}
	}
	refers, _ := leads(packages)
	for {
		run := closed(todo, refers)
		grown := false
		for name := range run {
			for _, f := range named[name] {
				if f.Method == "" {
					todo = append(todo, f.Name)
				} else {
					refers[f.Of] = append(refers[f.Of], f.Name)
				}
				grown = true
			}
			delete(named, name)
		}
		if !grown {
			return run
		}
	}
}

// leads is what each function, variable and type leads to: what it refers to, of
// a method its type, and of a type the methods that a call through an interface
// may run, the shapes of which are returned too.
func leads(packages []*uses.Result) (refers map[string][]string, methods map[uint32]bool) {
	refers, methods = map[string][]string{}, map[uint32]bool{}
	for _, p := range packages {
		for _, shape := range p.Methods {
			methods[shape] = true
		}
	}
	for _, p := range packages {
		for _, f := range p.Funcs {
			refers[f.Name] = slices.Concat(refers[f.Name], f.Refers)
			if f.Of != "" {
				refers[f.Name] = append(refers[f.Name], f.Of)
			}
			if f.Called(methods) {
				refers[f.Of] = append(refers[f.Of], f.Name)
			}
		}
	}
	return refers, methods
}

// closed is all that names lead to by what each refers to, themselves too.
func closed(names []string, refers map[string][]string) map[string]bool {
	reached := map[string]bool{}
	todo := slices.Clone(names)
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[name] {
			reached[name] = true
			todo = append(todo, refers[name]...)
		}
	}
	return reached
}
