package baredriver

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// off: a number or time of zero or less.
func off(value string) bool {
	if strings.HasPrefix(value, "-") {
		return true
	}
	digits := strings.TrimRight(value, "nuµmsh")
	return digits != "" && strings.Trim(digits, "0.") == ""
}

// unended says which use waits with nothing to end it, and why.
func unended(r rule, u use) string {
	if len(u.row.Bound) == 0 || u.end.Text == "" {
		return fmt.Sprintf("%s at %s takes no context", short(breakers.Callee(u.call)), r.out.At(u.call.Pos()))
	}
	return fmt.Sprintf("%s at %s has no deadline (%s)", short(breakers.Callee(u.call)), r.out.At(u.call.Pos()), u.end.Text)
}

// short is a function as code names it: by its package's name, not its path.
func short(fn *types.Func) string {
	name := knowledge.Short(calls.FullName(fn))
	if fn.Pkg() == nil {
		return name
	}
	path := fn.Pkg().Path()
	return fn.Pkg().Name() + strings.TrimPrefix(name, path[strings.LastIndexByte(path, '/')+1:])
}

// list joins names: "a", "a and b", "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func add(missing []string) string {
	if len(missing) == 1 && missing[0] == "connect_timeout" {
		return "add connect_timeout=<seconds>, or give the calls a deadline"
	}
	return "add " + strings.Join(missing, "=…&") + "=…, or give the calls a deadline"
}
