// Package resolve holds the rows of a knowledge table against type-checked
// packages: what a row names must exist and be of the kind the row says.
package resolve

import (
	"fmt"
	"go/types"
	"strings"
)

// Load returns a type-checked package, unexported names included.
type Load func(path string) (*types.Package, error)

// Func finds the function or method that FullName spells so.
func (load Load) Func(name string) (*types.Func, error) {
	if !strings.HasPrefix(name, "(") {
		obj, err := load.Object(name)
		if err != nil {
			return nil, err
		}
		fn, ok := obj.(*types.Func)
		if !ok {
			return nil, fmt.Errorf("%s is not a function", name)
		}
		return fn, nil
	}
	owner, method, ok := strings.Cut(strings.TrimLeft(name, "(*"), ").")
	if !ok {
		return nil, fmt.Errorf("%s: no method", name)
	}
	obj, err := load.Object(owner)
	if err != nil {
		return nil, err
	}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok {
		return nil, fmt.Errorf("%s is not a named type", owner)
	}
	fn := declared(named, method)
	if fn == nil {
		return nil, fmt.Errorf("%s declares no method %s", owner, method)
	}
	if got := Spell(fn); got != name {
		return nil, fmt.Errorf("%s is spelled %s", name, got)
	}
	return fn, nil
}

func declared(named *types.Named, method string) *types.Func {
	for m := range named.Methods() {
		if m.Name() == method {
			return m
		}
	}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		for m := range iface.ExplicitMethods() {
			if m.Name() == method {
				return m
			}
		}
	}
	return nil
}

// Spell is FullName of the origin without type parameters.
func Spell(fn *types.Func) string {
	name := fn.Origin().FullName()
	for {
		open := strings.IndexByte(name, '[')
		if open < 0 {
			return name
		}
		depth, end := 0, open
		for ; end < len(name); end++ {
			if name[end] == '[' {
				depth++
			} else if name[end] == ']' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		name = name[:open] + name[end+1:]
	}
}

// Object finds "path.Name".
func (load Load) Object(name string) (types.Object, error) {
	obj, rest, err := load.cut(name)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%s is more than one name", name)
	}
	return obj, nil
}

// Field finds "path.Type.Field", fields of fields with more dots.
func (load Load) Field(name string) (*types.Var, error) {
	obj, rest, err := load.cut(name)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 {
		return nil, fmt.Errorf("%s names no field", name)
	}
	return field(obj.Type(), rest)
}

func field(t types.Type, path []string) (*types.Var, error) {
	var v *types.Var
	for _, name := range path {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if obj == nil { // unexported: look in the type's own package
			if named, ok := deref(t).(*types.Named); ok {
				obj, _, _ = types.LookupFieldOrMethod(t, true, named.Obj().Pkg(), name)
			}
		}
		f, ok := obj.(*types.Var)
		if !ok {
			return nil, fmt.Errorf("%s has no field %s", t, name)
		}
		v, t = f, f.Type()
	}
	return v, nil
}

func deref(t types.Type) types.Type {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return t
}

// cut finds the package in "path.Name.More": the last element of a path may
// have dots itself, so that the longest path that loads is taken.
func (load Load) cut(name string) (types.Object, []string, error) {
	dir := strings.LastIndexByte(name, '/') + 1
	parts := strings.Split(name[dir:], ".")
	var first error
	for n := len(parts) - 1; n > 0; n-- {
		pkg, err := load(name[:dir] + strings.Join(parts[:n], "."))
		if err != nil {
			if first == nil || n == 1 {
				first = err
			}
			continue
		}
		obj := pkg.Scope().Lookup(parts[n])
		if obj == nil {
			return nil, nil, fmt.Errorf("package %s has no %s", pkg.Path(), parts[n])
		}
		return obj, parts[n+1:], nil
	}
	if first == nil {
		first = fmt.Errorf("%s names no package", name)
	}
	return nil, nil, first
}
