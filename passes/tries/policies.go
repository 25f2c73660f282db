package tries

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Policy is the retryPolicy of one methodConfig of a gRPC service config whose
// JSON is constant: what the client itself repeats.
type Policy struct {
	Row     *knowledge.Retry
	At      *ast.CallExpr // WithDefaultServiceConfig
	In      *ast.CallExpr // the call that it is an option of, if in sight
	Methods []string      // "service/method"; "service/" for all of a service, "" for all
	Written int64         // maxAttempts, the first call included
	Most    int64         // the ceiling: 5, or what WithMaxCallAttempts says beside it; 0: not in sight
	Codes   []string      // the status codes after which it is made again
}

// Attempts is how many calls gRPC makes at most.
func (p Policy) Attempts() int64 {
	if p.Most > 0 {
		return min(p.Written, p.Most)
	}
	return p.Written
}

const (
	serviceConfig = "google.golang.org/grpc.WithDefaultServiceConfig"
	maxAttempts   = "methodConfig[].retryPolicy.maxAttempts"
	ceiling       = "google.golang.org/grpc.WithMaxCallAttempts"
	ownCeiling    = 5 // the row's default
)

// policies reads the service config that a call is given.
func (f *finder) policies(call *ast.CallExpr) {
	if len(call.Args) != 1 {
		return
	}
	row := f.table.Retry("google.golang.org/grpc", maxAttempts)
	if row == nil {
		return
	}
	if f.text == nil {
		f.text = dsn.Texts(f.pass)
	}
	var config struct {
		MethodConfig []struct {
			Name        []struct{ Service, Method string }
			RetryPolicy *struct {
				MaxAttempts          int64
				RetryableStatusCodes []string
			}
		}
	}
	if json.Unmarshal([]byte(f.text(call.Args[0])), &config) != nil {
		return // also where a part is not constant
	}
	in := f.parent[call]
	for _, m := range config.MethodConfig {
		if m.RetryPolicy == nil {
			continue
		}
		p := Policy{Row: row, At: call, In: in, Written: m.RetryPolicy.MaxAttempts, Most: f.ceiling(in), Codes: m.RetryPolicy.RetryableStatusCodes}
		for _, name := range m.Name {
			p.Methods = append(p.Methods, strings.TrimPrefix(name.Service+"/"+name.Method, "/"))
		}
		f.out.Policies = append(f.out.Policies, p)
	}
}

// ceiling is what limits the calls of a client that is made with these options;
// 0 where they are not all in sight.
func (f *finder) ceiling(in *ast.CallExpr) int64 {
	if in == nil || in.Ellipsis.IsValid() {
		return 0
	}
	if fn, ok := typeutil.Callee(f.pass.TypesInfo, in).(*types.Func); !ok || fn.Pkg() == nil || fn.Pkg().Path() != "google.golang.org/grpc" {
		return 0 // append, or a house's own constructor
	}
	most := int64(ownCeiling)
	for _, arg := range in.Args {
		option, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := typeutil.Callee(f.pass.TypesInfo, option).(*types.Func)
		if !ok || calls.FullName(fn) != ceiling || len(option.Args) != 1 {
			continue
		}
		v := f.pass.TypesInfo.Types[option.Args[0]].Value
		if v == nil {
			return 0
		}
		if n, exact := constant.Int64Val(constant.ToInt(v)); exact && n >= 2 {
			most = n
		}
	}
	return most
}
