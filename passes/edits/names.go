package edits

import (
	"go/ast"
	"path"
	"regexp"
	"strconv"
)

// Qualifiers are the names in front of a dot.
func Qualifiers(file *ast.File) map[string]bool {
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

// Called is the name that an import has where it gives one, and else most likely
// has, by its path. It is empty where the path cannot be read.
func Called(spec *ast.ImportSpec) string {
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
