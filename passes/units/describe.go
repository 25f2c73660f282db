package units

import (
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Name is what a sentence calls the place, as seen from a package.
func (p Place) Name(from *types.Package) string {
	switch p.Kind {
	case Argument:
		fn := "the function"
		if p.Fn != nil {
			fn = strings.TrimPrefix(knowledge.Short(p.Fn.FullName()), from.Name()+".")
		}
		if p.Into.Name() == "" {
			return "an argument of " + fn
		}
		return "argument " + p.Into.Name() + " of " + fn
	case Field:
		return owner(p.Owner, from) + p.Into.Name()
	case Element:
		if p.Into != nil {
			return "an element of " + p.Into.Name()
		}
		return "an element"
	case Returned:
		if p.Into != nil {
			return "the result of " + p.Into.Name()
		}
		return "the result"
	}
	return p.Into.Name()
}

// owner is the struct's name with a dot, or nothing if it has none.
func owner(t types.Type, from *types.Package) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	return types.TypeString(named, func(p *types.Package) string {
		if p == from {
			return ""
		}
		return p.Name()
	}) + "."
}
