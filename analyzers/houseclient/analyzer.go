package houseclient

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.HouseClient.Name,
	Doc:      rules.HouseClient.Summary,
	URL:      rules.HouseClient.URL(),
	Requires: []*analysis.Analyzer{settings.Analyzer, verdict.Analyzer},
	Run:      run,
}

// around are the ways past a constructor that name no type.
var around = map[string][]string{
	"net/http.Client": {"DefaultClient", "Get", "Head", "Post", "PostForm"},
	"net/http.Server": {"ListenAndServe", "ListenAndServeTLS", "Serve", "ServeTLS"},
}

func run(pass *analysis.Pass) (any, error) {
	list := pass.ResultOf[settings.Analyzer].(*settings.Settings).House
	if len(list) == 0 || !settings.Own(pass) {
		return nil, nil
	}
	r := rule{pass: pass, out: pass.ResultOf[verdict.Analyzer].(*verdict.Reporter), by: map[string]settings.House{}}
	for _, h := range list {
		r.declared(h)
		// The house itself may build.
		if !slices.ContainsFunc(h.Use, func(name string) bool { return settings.PackageOf(name) == pass.Pkg.Path() }) {
			r.by[h.Type] = h
		}
	}
	for _, file := range pass.Files {
		if len(r.by) > 0 && r.out.Wanted(file.Package) {
			ast.Inspect(file, r.visit)
		}
	}
	return nil, nil
}

type rule struct {
	pass *analysis.Pass
	out  *verdict.Reporter
	by   map[string]settings.House // by type
}

func (r rule) visit(n ast.Node) bool {
	info := r.pass.TypesInfo
	switch n := n.(type) {
	case *ast.CompositeLit:
		r.report(n, r.named(pointed(info.TypeOf(n))), "is built here") // in a list of pointers it is one
	case *ast.ValueSpec:
		if n.Type != nil && len(n.Values) == 0 {
			r.report(n.Type, r.named(info.TypeOf(n.Type)), "is declared here with nothing set")
		}
	case *ast.CallExpr:
		r.call(n)
	case *ast.SelectorExpr:
		obj := info.Uses[n.Sel]
		if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
			return true
		}
		for name := range r.by {
			if settings.PackageOf(name) == obj.Pkg().Path() && slices.Contains(around[name], obj.Name()) {
				r.report(n, name, "is reached through "+obj.Pkg().Name()+"."+obj.Name())
			}
		}
	}
	return true
}

// call: new, or a function that returns what its own package declares.
func (r rule) call(call *ast.CallExpr) {
	info := r.pass.TypesInfo
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && info.Uses[id] == types.Universe.Lookup("new") && len(call.Args) == 1 {
		if info.Types[call.Args[0]].IsType() {
			r.report(call, r.named(info.TypeOf(call.Args[0])), "is built here")
		}
		return
	}
	fn := typeutil.StaticCallee(info, call)
	if fn == nil || fn.Signature().Recv() != nil || fn.Signature().Results().Len() == 0 {
		return
	}
	name := r.named(pointed(fn.Signature().Results().At(0).Type()))
	if name == "" || settings.PackageOf(name) != fn.Pkg().Path() {
		return
	}
	r.report(call, name, "is built here by "+knowledge.Short(fn.FullName()))
}

func pointed(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// named is the type's name if the team has a constructor for it.
func (r rule) named(t types.Type) string {
	if t == nil {
		return ""
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	name := n.Obj().Pkg().Path() + "." + n.Obj().Name()
	if _, ok := r.by[name]; !ok {
		return ""
	}
	return name
}

func (r rule) report(at analysis.Range, name, how string) {
	if name == "" {
		return
	}
	var use []string
	for _, u := range r.by[name].Use {
		use = append(use, knowledge.Short(u))
	}
	r.out.Report(r.pass, verdict.Verdict{
		Rule: rules.HouseClient, Confidence: rules.High, At: at,
		Message: fmt.Sprintf("%s %s, past the constructor that the team agreed on; call %s", knowledge.Short(name), how, strings.Join(use, " or ")),
	})
}
