package obligations

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/edits"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// remote: somebody else is waited for, and an answer is expected. What waits
// for a message, a lock or this process's own work may do so for as long as
// the program runs.
func remote(row *knowledge.Call) bool {
	if strings.HasSuffix(row.Name, ".LoadDefaultConfig") {
		return false // reads files; what it may ask has limits of its own
	}
	if strings.HasPrefix(row.Name, "(sigs.k8s.io/controller-runtime/pkg/client.Reader)") {
		return false // a controller reads from its cache
	}
	switch row.Does {
	case knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Writes:
		return row.When == "" && (row.CtxArg() >= 0 || row.By("reqctx"))
	case knowledge.Acquires:
		return row.CtxArg() >= 0 && database(row)
	}
	return Stops(row)
}

// pooled: a place among a number of them is waited for, which this process gives
// back. That may take as long as it likes, but not longer than the caller stays.
func pooled(row *knowledge.Call) bool {
	return row.Does == knowledge.Acquires && row.When == "" && row.CtxArg() >= 0 && !database(row)
}

// Stops reports whether a call lets a server finish what it is at: for as long
// as the slowest client likes.
func Stops(row *knowledge.Call) bool {
	return row != nil && row.Name == "(*net/http.Server).Shutdown"
}

// watched: somebody else looks after the wait. client-go pings its connections
// and the API server limits requests; the Docker daemon is on this machine.
func watched(call ssa.CallInstruction) bool {
	fn := called(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	for _, path := range []string{"k8s.io/client-go", "sigs.k8s.io/controller-runtime", "github.com/docker/docker/client", "github.com/moby/moby/client"} {
		if strings.HasPrefix(fn.Pkg().Path(), path) {
			return true
		}
	}
	return false
}

func called(call ssa.CallInstruction) *types.Func {
	common := call.Common()
	if common.IsInvoke() {
		return common.Method
	}
	if callee := common.StaticCallee(); callee != nil {
		fn, _ := callee.Object().(*types.Func)
		return fn
	}
	return nil
}

func database(row *knowledge.Call) bool {
	for _, path := range []string{"database/sql.", "gorm.io/", "github.com/jmoiron/sqlx.", "entgo.io/", "github.com/uptrace/bun", "xorm.io/"} {
		if strings.HasPrefix(strings.TrimLeft(row.Name, "(*"), path) {
			return true
		}
	}
	return false
}

// lightFile reports whether the file around pos works with a database in a file
// of this machine: it imports the driver of such a one, and of no other.
func lightFile(pass *analysis.Pass, pos token.Pos) bool {
	file := edits.File(pass, pos)
	if file == nil {
		return false
	}
	light := false
	for _, imp := range file.Imports {
		kind := drivers.Of(imp.Path.Value)
		if kind.OverNet {
			return false
		}
		light = light || kind.OnDisk
	}
	return light
}

// alone reports whether nothing but its context can end a wait.
func (s *solver) alone(call ssa.CallInstruction, row *knowledge.Call) bool {
	rest := *row
	rest.Bound = nil
	cloud := aws(call)
	if cloud && s.setsClient() || watched(call) || s.carried(row) || s.overHTTP(row) {
		return false
	}
	for _, b := range row.Bound {
		if b.Kind() != "ctx" && b.Kind() != "reqctx" && !(cloud && b.Name() == "Options.HTTPClient") {
			rest.Bound = append(rest.Bound, b)
		}
	}
	if s.bounds.Ends(call, &rest).State != bounds.Never {
		return false
	}
	if call.Common().IsInvoke() && s.wrapped(call.Common()) {
		return false
	}
	return !row.By("reqctx") || s.bareWeb(call)
}

// overHTTP reports whether a call is one of a library that is given a client of
// net/http, or what stands behind one, and leaves the time to that.
func (s *solver) overHTTP(row *knowledge.Call) bool {
	path, _, _ := strings.Cut(strings.TrimLeft(row.Name, "(*"), ").")
	path = path[:max(0, strings.LastIndex(path, "."))]
	if path == "net/http" {
		return false
	}
	for _, lib := range s.met.Table().Library(path) {
		for _, k := range lib.Knobs {
			if k.Stage != knowledge.Connect && (strings.HasSuffix(k.Unit, "net/http.Client") || strings.HasSuffix(k.Unit, "net/http.RoundTripper") || strings.HasSuffix(k.Unit, ".Doer")) {
				return true
			}
		}
	}
	return false
}

// aws reports whether a call is an operation of the AWS SDK, which waits for
// ever unless the HTTP client that it was given does not.
func aws(call ssa.CallInstruction) bool {
	params := call.Common().Signature().Params()
	if !call.Common().Signature().Variadic() || params.Len() == 0 {
		return false
	}
	last := params.At(params.Len() - 1).Type().String()
	return strings.Contains(last, "github.com/aws/aws-sdk-go-v2/service/") && strings.HasSuffix(last, ".Options)")
}

// carried reports whether a call of oauth2 may use a client, with limits of its
// own, that its context carries: the package puts one into some context.
func (s *solver) carried(row *knowledge.Call) bool {
	if !strings.Contains(row.Name, "golang.org/x/oauth2") {
		return false
	}
	for _, obj := range s.pass.TypesInfo.Uses {
		if obj.Name() == "HTTPClient" && obj.Pkg() != nil && obj.Pkg().Path() == "golang.org/x/oauth2" {
			return true
		}
	}
	return false
}

// setsClient reports whether the package speaks of an HTTP client for the AWS
// SDK at all.
func (s *solver) setsClient() bool {
	s.asked.Do(func() {
		for _, file := range s.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (id.Name == "HTTPClient" || id.Name == "WithHTTPClient") {
					s.client = true
				}
				return !s.client
			})
		}
	})
	return s.client
}

// bareWeb reports whether the client of a request is made in sight and neither
// it nor its transport bounds the answer.
func (s *solver) bareWeb(call ssa.CallInstruction) bool {
	common := call.Common()
	if common.IsInvoke() || len(common.Args) == 0 || calls.Named(common.Args[0].Type()) != "net/http.Client" {
		return false
	}
	clients, complete := s.bounds.Of(common.Args[0])
	if !complete {
		return false
	}
	for _, c := range clients {
		if c.Bounded("Timeout") || c.Kind == bounds.InStruct && c.Left(bounds.ReturnedOut, bounds.Passed, bounds.Stored) {
			return false
		}
		rt := s.bounds.Transport(c)
		if rt.Opaque || rt.FromParam {
			return false
		}
		for _, t := range rt.Transports {
			if t.Bounded("ResponseHeaderTimeout") || s.bounds.Dial(t) == bounds.DialWatched {
				return false
			}
		}
	}
	return true
}

// given is the context, or contexts, that a call waits with.
func (s *solver) given(call ssa.CallInstruction, row *knowledge.Call) []contexts.Origin {
	if n := row.CtxArg(); n >= 0 {
		arg := bounds.Argument(call, n)
		if arg == nil || !calls.IsContext(arg.Type()) {
			return nil
		}
		return []contexts.Origin{s.ctx.Local(arg)}
	}
	var out []contexts.Origin
	for _, arg := range call.Common().Args {
		if calls.Named(arg.Type()) != "net/http.Request" {
			continue
		}
		requests, complete := s.bounds.Of(arg)
		if !complete {
			return []contexts.Origin{{Why: "a request made elsewhere"}}
		}
		for _, o := range requests {
			switch {
			case o.Ctx != nil:
				out = append(out, s.ctx.Local(o.Ctx))
			case o.Maker != nil && o.Maker.Name() == "NewRequest":
				out = append(out, contexts.Origin{State: contexts.NoDeadline, Root: contexts.Background, Pos: o.Pos, Text: "http.NewRequest"})
			default:
				out = append(out, contexts.Origin{Why: "a request made elsewhere"})
			}
		}
	}
	return out
}
