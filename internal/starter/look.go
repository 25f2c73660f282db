package starter

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Seen is what one package shows.
type Seen struct {
	Module, Go string
	Command    bool
	Tests      bool     // there are test files beside it
	Servers    []string // what serves: "http.Server.ListenAndServe"
	Libraries  []string // import paths of others that knowledge speaks of
	Unknown    []string // functions of which nothing is known and that look as if they wait, once a call
	Tags       []string // build tags of its files that no platform sets
}

// Look collects what a first configuration is made of.
var Look = &analysis.Analyzer{
	Name:       "starter",
	Doc:        "what a first configuration is made of",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, unknown.Analyzer},
	ResultType: reflect.TypeFor[*Seen](),
	Run:        look,
}

func look(pass *analysis.Pass) (any, error) {
	s := &Seen{Command: pass.Pkg.Name() == "main"}
	if !settings.Own(pass) {
		return s, nil
	}
	if pass.Module != nil {
		s.Module, s.Go = pass.Module.Path, pass.Module.GoVersion
	}
	known := knowledge.Builtin()
	for _, imp := range pass.Pkg.Imports() {
		if first, _, _ := strings.Cut(imp.Path(), "/"); strings.Contains(first, ".") && known.Knows(imp.Path()) {
			s.Libraries = append(s.Libraries, imp.Path())
		}
	}
	for _, c := range pass.ResultOf[calls.Analyzer].(*calls.Result).Calls {
		if c.Row.Does == knowledge.Serves {
			s.Servers = append(s.Servers, knowledge.Short(c.Row.Name))
		}
	}
	for _, c := range pass.ResultOf[unknown.Analyzer].(*unknown.Result).Calls {
		s.Unknown = append(s.Unknown, c.Name)
	}
	for _, file := range pass.Files {
		name := pass.Fset.PositionFor(file.FileStart, false).Filename
		tests, err := filepath.Glob(filepath.Join(filepath.Dir(name), "*_test.go"))
		s.Tests = s.Tests || err == nil && len(tests) > 0
	}
	for _, name := range pass.IgnoredFiles {
		s.Tags = append(s.Tags, tags(name)...)
	}
	return s, nil
}

// tags lists the tags that a file asks for and that people set by hand.
func tags(name string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil
	}
	var out []string
	for _, group := range file.Comments {
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && constraint.IsGoBuild(c.Text) {
				expr.Eval(func(tag string) bool {
					if !set(tag) && !ast.IsExported(tag) {
						out = append(out, tag)
					}
					return true
				})
			}
		}
	}
	return out
}

// set reports whether the go command sets a tag itself, or never.
func set(tag string) bool {
	return slices.Contains(platforms, tag) || strings.HasPrefix(tag, "go1.") || strings.Contains(tag, ".")
}

var platforms = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1
	windows zos 386 amd64 arm arm64 loong64 mips mipsle mips64 mips64le ppc64 ppc64le riscv64 s390x sparc64 wasm
	unix cgo gc gccgo race msan asan ignore appengine purego tools`)
