package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/timeoutlint/timeoutlint/passes/edits"
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
	had, has := edits.Qualifiers(before), edits.Qualifiers(after)
	file := fset.File(after.FileStart)
	// Backwards, so that what is still to do stays where it is.
	for i := len(after.Decls) - 1; i >= 0; i-- {
		list, ok := after.Decls[i].(*ast.GenDecl)
		if !ok || list.Tok != token.IMPORT {
			continue
		}
		var gone []*ast.ImportSpec
		for _, s := range list.Specs {
			if spec := s.(*ast.ImportSpec); had[edits.Called(spec)] && !has[edits.Called(spec)] {
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
