package ctxvariant

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/fates"
	"github.com/timeoutlint/timeoutlint/rules"
)

// command: it is run to its end here, and only its own end lets the caller go on.
func command(f fates.Fate) (rules.Confidence, bool) {
	for _, own := range []string{"Process", "Cancel"} {
		if _, ok := f.Fields[own]; ok {
			return "", false
		}
	}
	if in, ok := f.Fields["Stdin"]; f.Kept || len(f.Passed) > 0 || ok && in != nil && types.ExprString(in) == "os.Stdin" {
		return "", false
	}
	return rules.High, f.Methods["Run"]+f.Methods["Output"]+f.Methods["CombinedOutput"]+f.Methods["Wait"] > 0
}

// request: it is sent without ever getting the context. One that is made from
// an incoming request and returned may be meant for a handler of this process.
func request(pass *analysis.Pass, f fates.Fate, incoming bool) (rules.Confidence, bool) {
	for _, own := range []string{"WithContext", "Clone"} {
		if _, ok := f.Methods[own]; ok {
			return "", false
		}
	}
	info, sent := pass.TypesInfo, f.Return && !incoming
	for _, to := range f.Passed {
		for _, arg := range to.Args {
			if calls.IsContext(info.TypeOf(arg)) {
				return "", false
			}
		}
		fn, _ := typeutil.Callee(info, to).(*types.Func)
		if fn == nil || fn.Name() == "ServeHTTP" {
			continue
		}
		for v := range fn.Signature().Results().Variables() {
			if calls.Named(v.Type()) == "net/http.Request" { // another request, which may have a context
				return "", false
			}
		}
		switch fn.Name() {
		case "Do", "RoundTrip":
			return rules.High, true
		}
		sent = sent || fn.Pkg() == pass.Pkg || fn.Pkg() != nil && strings.Contains(fn.Pkg().Path(), ".")
	}
	return rules.Medium, sent && (f.Return || !f.Kept)
}

// local reports whether the network that is dialled is one on which nobody is
// waited for: udp, ip and unix.
func local(info *types.Info, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if v := info.Types[arg].Value; v != nil && v.Kind() == constant.String {
			network := constant.StringVal(v)
			return strings.HasPrefix(network, "udp") || strings.HasPrefix(network, "unix") || strings.HasPrefix(network, "ip")
		}
	}
	return false
}
