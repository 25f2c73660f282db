package driver

import (
	"go/ast"
	"go/token"
	"slices"
)

// visibleOnly reduces a package's files to what importers can see of them:
// exported declarations and all that these mention. It returns, for each file,
// the names through which what is left may refer to imports.
//
// A name that is mentioned counts whatever it stands for there, so that too
// much is kept at times, and never too little. Constants all stay: those of a
// list are counted.
func visibleOnly(files []*ast.File) map[*ast.File]map[string]bool {
	v := &visibility{named: map[string][]*piece{}, methods: map[string][]*piece{}, kept: map[ast.Node]*piece{}}
	for _, file := range files {
		for _, decl := range file.Decls {
			v.cut(file, decl)
		}
	}
	for _, p := range v.roots {
		v.keep(p)
	}
	for len(v.next) > 0 {
		last := len(v.next) - 1
		p := v.next[last]
		v.next = v.next[:last]
		for _, name := range p.mentions() {
			v.mention(name)
		}
	}
	used := map[*ast.File]map[string]bool{}
	for _, file := range files {
		used[file] = map[string]bool{}
		file.Decls = slices.DeleteFunc(file.Decls, v.drop)
	}
	for _, p := range v.kept {
		for _, name := range p.packages {
			used[p.file][name] = true
		}
	}
	return used
}

// visibility follows mentions from what is exported.
type visibility struct {
	named   map[string][]*piece // declarations by what they declare
	methods map[string][]*piece // by the name of their receiver's type
	roots   []*piece            // exported
	kept    map[ast.Node]*piece // by node
	next    []*piece            // kept, and not followed yet
}

// piece is a declaration that is kept or dropped as one.
type piece struct {
	file     *ast.File
	node     ast.Node // *ast.FuncDecl or ast.Spec
	packages []string // names before a dot, of imports or not
}

// cut makes pieces of a declaration, without what they say to nobody else.
func (v *visibility) cut(file *ast.File, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Body != nil {
			decl.Body = &ast.BlockStmt{Lbrace: decl.Body.Lbrace, Rbrace: decl.Body.Rbrace}
		}
		p := &piece{file: file, node: decl}
		if base := receiver(decl); base != "" {
			v.methods[base] = append(v.methods[base], p)
			return
		}
		v.enter(p, decl.Name)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			p := &piece{file: file, node: spec}
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				v.enter(p, spec.Name)
			case *ast.ValueSpec:
				if decl.Tok == token.CONST {
					v.roots = append(v.roots, p)
					continue
				}
				plain(spec)
				v.enter(p, spec.Names...)
			}
		}
	}
}

// enter notes what a piece declares.
func (v *visibility) enter(p *piece, names ...*ast.Ident) {
	for _, id := range names {
		if _, function := p.node.(*ast.FuncDecl); id.Name == "_" || function && id.Name == "init" {
			continue
		}
		v.named[id.Name] = append(v.named[id.Name], p)
		if id.IsExported() {
			v.roots = append(v.roots, p)
		}
	}
}

func (v *visibility) keep(p *piece) {
	if v.kept[p.node] != nil {
		return
	}
	v.kept[p.node] = p
	v.next = append(v.next, p)
	if spec, ok := p.node.(*ast.TypeSpec); ok {
		for _, method := range v.methods[spec.Name.Name] {
			v.keep(method)
		}
	}
}

func (v *visibility) mention(name string) {
	for _, p := range v.named[name] {
		v.keep(p)
	}
}

// drop reports whether nothing of a declaration is kept.
func (v *visibility) drop(decl ast.Decl) bool {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return v.kept[decl] == nil
	case *ast.GenDecl:
		if decl.Tok == token.TYPE || decl.Tok == token.VAR {
			decl.Specs = slices.DeleteFunc(decl.Specs, func(spec ast.Spec) bool { return v.kept[spec] == nil })
		}
	}
	return false
}

// mentions lists the names in a piece, and remembers those before a dot.
func (p *piece) mentions() (names []string) {
	ast.Inspect(p.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				names, p.packages = append(names, id.Name), append(p.packages, id.Name)
				return false
			}
		case *ast.Ident:
			names = append(names, n.Name)
		}
		return true
	})
	return names
}

// receiver is the name of the type that a method is of; empty for a function.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	return baseName(fn.Recv.List[0].Type)
}

// baseName is the name in a receiver's type.
func baseName(expr ast.Expr) string {
	for {
		switch t := expr.(type) {
		case *ast.StarExpr:
			expr = t.X
		case *ast.ParenExpr:
			expr = t.X
		case *ast.IndexExpr:
			expr = t.X
		case *ast.IndexListExpr:
			expr = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// plain removes a variable's value where its type is written, be it in the
// value itself, and the bodies in what is left.
func plain(v *ast.ValueSpec) {
	if v.Type == nil && len(v.Names) == 1 && len(v.Values) == 1 {
		v.Type = written(v.Values[0])
	}
	if v.Type != nil {
		v.Values = nil
	}
	for _, value := range v.Values {
		ast.Inspect(value, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				lit.Body = &ast.BlockStmt{Lbrace: lit.Body.Lbrace, Rbrace: lit.Body.Rbrace}
			}
			return true
		})
	}
}

// written is the type of a value that begins with its type, or nil.
func written(value ast.Expr) ast.Expr {
	switch value := value.(type) {
	case *ast.CompositeLit:
		if array, ok := value.Type.(*ast.ArrayType); ok {
			if _, counted := array.Len.(*ast.Ellipsis); counted {
				return nil
			}
		}
		return value.Type
	case *ast.FuncLit:
		return value.Type
	case *ast.UnaryExpr:
		if lit, ok := value.X.(*ast.CompositeLit); ok && value.Op == token.AND {
			if t := written(lit); t != nil {
				return &ast.StarExpr{Star: value.OpPos, X: t}
			}
		}
	}
	return nil
}
