package uses

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Names are the names that Go files mention in what may run of them. It is for
// packages that do not type-check: whatever bears such a name may be run by
// them. A function of theirs runs where one that does mentions its name, or one
// of the others, the analysed packages; methods, what is exported to C or the
// linker, and files that do not even parse are taken to run as a whole.
func Names(files [][]byte, others []*Result) map[string]bool {
	mentions := map[string][]string{} // by function; what always runs under ""
	for _, src := range files {
		file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			mentions[""] = append(mentions[""], scanned(src)...)
			continue
		}
		linked := directed(file)
		for _, decl := range file.Decls {
			name := ""
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name != "main" && fn.Name.Name != "init" && !linked[fn.Name.Name] {
				name = fn.Name.Name
			}
			mentions[name] = append(mentions[name], mentioned(decl)...)
		}
	}
	if len(mentions) == 0 {
		return nil // nothing was left out
	}
	todo := mentions[""]
	said := referred(others)
	for name := range mentions {
		if said[name] {
			todo = append(todo, mentions[name]...)
		}
	}
	return Reached(todo, mentions)
}

// Reached is all that names lead to by what each refers to, themselves too.
func Reached(names []string, refers map[string][]string) map[string]bool {
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

// Outline is what the clauses of a package's files say of it where it does not
// type-check: its name and its imports. It is nil where even those cannot be
// read.
func Outline(path string, files [][]byte) *Result {
	out := &Result{Path: path, Outline: true}
	for _, src := range files {
		file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
		if err != nil {
			return nil
		}
		out.Main = out.Main || file.Name.Name == "main"
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return nil
			}
			out.Imports = append(out.Imports, name)
		}
	}
	slices.Sort(out.Imports)
	out.Imports = slices.Compact(out.Imports)
	return out
}

// referred are the names, without what they belong to, that the packages refer to.
func referred(packages []*Result) map[string]bool {
	names := map[string]bool{}
	add := func(refs []string) {
		for _, ref := range refs {
			names[ref[strings.LastIndexByte(ref, '.')+1:]] = true
		}
	}
	for _, p := range packages {
		add(p.Always)
		for _, f := range p.Funcs {
			add(f.Refers)
		}
	}
	return names
}

// mentioned are the identifiers of a declaration, but not the name that it gives
// to a function.
func mentioned(decl ast.Decl) (out []string) {
	fn, _ := decl.(*ast.FuncDecl)
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && (fn == nil || id != fn.Name) && id.Name != "" {
			out = append(out, id.Name)
		}
		return true
	})
	return out
}

// scanned are the identifiers of a text.
func scanned(src []byte) (out []string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		switch _, tok, lit := s.Scan(); tok {
		case token.EOF:
			return out
		case token.IDENT:
			out = append(out, lit)
		}
	}
}
