// Package storage tells which fields of a package's structs are written and
// which are read.
//
// It knows unexported fields without tags: no other package can reach those
// but by reflection. It does not know which instance is meant.
package storage

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Field is an unexported field of a struct of this package.
type Field struct {
	Var    *types.Var
	Writes []Write
	Read   bool
}

// Write is one place that gives the field a value.
type Write struct {
	Pos   token.Pos
	Value ast.Expr
}

// Result is the fields in order of declaration.
type Result struct{ Fields []*Field }

// Analyzer collects the writes and reads of unexported fields.
var Analyzer = &analysis.Analyzer{
	Name:       "storage",
	Doc:        "which unexported fields are written and which are read",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{}
	if !settings.Own(pass) {
		return r, nil
	}
	c := collector{info: pass.TypesInfo, fields: map[*types.Var]*Field{}, written: map[*ast.Ident]bool{}}
	for _, f := range pass.Files {
		ast.Inspect(f, c.declare)
	}
	for _, f := range pass.Files {
		ast.Inspect(f, c.write)
	}
	for ident, obj := range pass.TypesInfo.Uses {
		if field := c.of(obj); field != nil && !c.written[ident] {
			field.Read = true
		}
	}
	for _, field := range c.fields {
		r.Fields = append(r.Fields, field)
	}
	sort.Slice(r.Fields, func(i, j int) bool { return r.Fields[i].Var.Pos() < r.Fields[j].Var.Pos() })
	return r, nil
}

type collector struct {
	info    *types.Info
	fields  map[*types.Var]*Field
	written map[*ast.Ident]bool // uses that are nothing but writes
}

func (c *collector) of(obj types.Object) *Field {
	v, ok := obj.(*types.Var)
	if !ok || !v.IsField() {
		return nil
	}
	return c.fields[v.Origin()]
}

func (c *collector) declare(n ast.Node) bool {
	s, ok := n.(*ast.StructType)
	if !ok {
		return true
	}
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if v, ok := c.info.Defs[name].(*types.Var); ok && !name.IsExported() && f.Tag == nil && name.Name != "_" {
				c.fields[v] = &Field{Var: v}
			}
		}
	}
	return true
}

func (c *collector) write(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
			if !ok || n.Tok != token.ASSIGN {
				continue
			}
			var value ast.Expr
			if len(n.Rhs) == len(n.Lhs) {
				value = n.Rhs[i]
			}
			c.writes(sel.Sel, value)
		}
	case *ast.CompositeLit:
		c.literal(n)
	}
	return true
}

func (c *collector) writes(name *ast.Ident, value ast.Expr) {
	if field := c.of(c.info.Uses[name]); field != nil {
		field.Writes = append(field.Writes, Write{name.Pos(), value})
		c.written[name] = true
	}
}

func (c *collector) literal(lit *ast.CompositeLit) {
	s, ok := c.info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			if i < s.NumFields() {
				if field := c.of(s.Field(i)); field != nil {
					field.Writes = append(field.Writes, Write{e.Pos(), e})
				}
			}
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			c.writes(key, kv.Value)
		}
	}
}
