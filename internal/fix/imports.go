package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strconv"
)

// unimport removes the imports that the fixes have left without a use: what
// old refers to by the import's name and now does not any more. The name is
// guessed where the import gives none; a wrong guess does not compile, and the
// run over the result says so.
func unimport(old, now []byte) []byte {
	fset := token.NewFileSet()
	before, err := parser.ParseFile(token.NewFileSet(), "", old, parser.SkipObjectResolution)
	if err != nil {
		return now
	}
	after, err := parser.ParseFile(fset, "", now, parser.SkipObjectResolution)
	if err != nil {
		return now
	}
	had, has := qualifiers(before), qualifiers(after)
	file := fset.File(after.FileStart)
	// Backwards, so that what is still to do stays where it is.
	for i := len(after.Decls) - 1; i >= 0; i-- {
		list, ok := after.Decls[i].(*ast.GenDecl)
		if !ok || list.Tok != token.IMPORT {
			continue
		}
		var gone []*ast.ImportSpec
		for _, s := range list.Specs {
			if spec := s.(*ast.ImportSpec); had[imported(spec)] && !has[imported(spec)] {
				gone = append(gone, spec)
			}
		}
		if len(gone) == len(list.Specs) && len(gone) > 0 {
			now = cut(now, file.Offset(list.Pos()), file.Offset(list.End()))
			continue
		}
		for j := len(gone) - 1; j >= 0; j-- {
			now = cut(now, file.Offset(gone[j].Pos()), file.Offset(gone[j].End()))
		}
	}
	return now
}

// cut removes what is between two offsets, and the rest of the line if nothing
// else is on it.
func cut(src []byte, start, end int) []byte {
	from := bytes.LastIndexByte(src[:start], '\n') + 1
	to := len(src)
	if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
		to = end + i + 1
	}
	if len(bytes.TrimSpace(src[from:start])) == 0 && len(bytes.TrimSpace(src[end:to])) == 0 {
		start, end = from, to
	}
	return append(bytes.Clone(src[:start]), src[end:]...)
}

// qualifiers are the names in front of a dot.
func qualifiers(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

var major = regexp.MustCompile(`^v[0-9]+$`)

// imported is the name that an import most likely has.
func imported(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	if major.MatchString(path.Base(name)) {
		name = path.Dir(name)
	}
	return path.Base(name)
}
