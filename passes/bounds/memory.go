package bounds

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fieldOf is the field variable that index selects in t, the same for every
// instance of a generic type.
func fieldOf(t types.Type, index int) *types.Var {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return core(t).Underlying().(*types.Struct).Field(index).Origin()
}

// fieldAddr: the address of a carrier held by value in a field is one object
// for all values of the struct.
func (g *graph) fieldAddr(v *ssa.FieldAddr) {
	field := fieldOf(v.X.Type(), v.Field)
	name := g.tracked(field.Type())
	if name == "" {
		switch {
		case !g.carries(field.Type()):
		case field.Pkg() != g.pass.Pkg:
			g.add(field, g.outside)
		case field.Exported() && g.pass.Pkg.Name() != "main":
			g.offered = append(g.offered, field)
		}
		return
	}
	if field.Pkg() != g.pass.Pkg {
		g.add(v, g.outside)
		return
	}
	o := g.fields[field]
	if o == nil {
		o = g.newObject(&Object{Kind: InStruct, Type: name, Pos: field.Pos()})
		g.fields[field] = o
	}
	g.add(v, o)
}

// configured: an exported field that this package only reads is there for others
// to set, and may hold anything.
func (g *graph) configured() {
	for _, field := range g.offered {
		if !g.written[field] {
			g.add(field, g.outside)
		}
	}
}

// global makes the object of a package variable, once.
func (g *graph) global(v *ssa.Global) {
	if v.Pkg == nil {
		return
	}
	key := v.Pkg.Pkg.Path() + "." + v.Name()
	if _, done := g.globals[key]; done {
		return
	}
	g.globals[key] = nil
	elem := v.Type().(*types.Pointer).Elem()
	own := v.Pkg.Pkg == g.pass.Pkg
	switch name := g.tracked(elem); {
	case name != "" && own:
		o := g.newObject(&Object{Kind: MadeHere, Type: name, Pos: v.Pos()})
		g.globals[key] = o
		g.add(v, o)
	case own:
	case key == "net/http.DefaultClient":
		g.globals[key] = g.newObject(&Object{Kind: ByCall, Type: "net/http.Client", Pos: token.NoPos})
		g.add(place{v}, g.globals[key])
	case key == "net/http.DefaultTransport":
		g.globals[key] = g.newObject(&Object{Kind: ByCall, Type: "net/http.Transport", Presets: g.presets(key)})
		g.add(place{v}, g.globals[key])
	default:
		g.add(v, g.outside)
		g.add(place{v}, g.outside)
	}
}
