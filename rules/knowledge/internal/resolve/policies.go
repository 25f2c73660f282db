package resolve

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// policy checks that what a row of a retry policy names is there, and that it has
// the arguments that the row reads.
func (load Load) policy(p *knowledge.Policy) error {
	fn, err := load.Func(p.Name)
	if err != nil {
		obj, other := load.Object(p.Name)
		if _, is := obj.(*types.TypeName); other == nil && is {
			return nil
		}
		if _, other := load.Field(p.Name); other == nil {
			return nil
		}
		return err
	}
	for _, text := range []string{string(p.From), string(p.Options), p.Attempts, p.Elapsed, p.Jitter, string(p.Ctx)} {
		if err := from(fn, text); err != nil {
			return err
		}
	}
	if n := p.Options.Arg(); n >= 0 && (!fn.Signature().Variadic() || n != fn.Signature().Params().Len()-1) {
		return fmt.Errorf("argument %d is not the variadic one", n)
	}
	return nil
}

// from checks "arg:N", "arg:N+1" and "recv" against a signature.
func from(fn *types.Func, text string) error {
	switch {
	case text == "recv" && fn.Signature().Recv() == nil:
		return fmt.Errorf("%s has no receiver", fn.Name())
	case !strings.HasPrefix(text, "arg:"):
		return nil
	}
	if n := knowledge.Bound(strings.TrimSuffix(text, "+1")).Arg(); n < 0 || n >= fn.Signature().Params().Len() {
		return fmt.Errorf("%s: no such argument", text)
	}
	return nil
}
