package plugin

import (
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/rules"
)

func names(list []*analysis.Analyzer) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}

func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("timeoutlint")
	require.NoError(t, err)
	p, err := newPlugin(nil)
	require.NoError(t, err)
	require.Equal(t, "typesinfo", p.GetLoadMode())
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	require.NoError(t, analysis.Validate(list))
	require.Contains(t, names(list), "bareclient")
	require.NotContains(t, names(list), "houseclient", "it needs a list")
}

func TestSettings(t *testing.T) {
	p, err := New(map[string]any{"enable": []any{"bareconn", "breaker"}, "disable": []any{"bareclient"}, "confidence": "high"})
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	require.Contains(t, names(list), "bareconn")
	require.Contains(t, names(list), "breakerslow", "a group is on as a whole")
	require.NotContains(t, names(list), "bareclient")
	require.NotContains(t, names(list), "houseclient", "it needs a list")

	p, err = New(map[string]any{"houseclient": []any{map[string]any{"type": "net/http.Client", "use": []any{"example.com/m.New"}}}})
	require.NoError(t, err)
	list, err = p.BuildAnalyzers()
	require.NoError(t, err)
	require.Contains(t, names(list), "houseclient")
}

// TestOptions: what the settings say arrives where rules look for it, rows of
// knowledge as .timeoutlint.yml spells them.
func TestOptions(t *testing.T) {
	p, err := New(map[string]any{"confidence": "low", "tests": true, "knowledge": []any{map[string]any{
		"path":  "example.com/acme/rpc",
		"calls": []any{map[string]any{"call": "(*example.com/acme/rpc.Conn).Fetch", "does": "request", "bound": []any{"ctx:0"}}},
	}}})
	require.NoError(t, err)
	options := p.(*linter).options()
	require.Equal(t, rules.Low, options.Confidence)
	require.True(t, options.Tests)
	require.False(t, options.Related, "golangci-lint would make findings of it")
	require.NotNil(t, options.Table().Call("example.com/acme/rpc", "(*example.com/acme/rpc.Conn).Fetch"))
}

// TestCareful: a rule that panics says so at the head of its package, with its place.
func TestCareful(t *testing.T) {
	var said []string
	pass := &analysis.Pass{
		Files: []*ast.File{{Package: 7}}, Pkg: types.NewPackage("example.com/m", "m"),
		ResultOf: map[*analysis.Analyzer]any{leftout.Analyzer: &leftout.Result{}},
		Report: func(d analysis.Diagnostic) {
			require.Equal(t, token.Pos(7), d.Pos)
			said = append(said, d.Message)
		},
	}
	rule := careful(leftout.Telling(&analysis.Analyzer{Name: "bareclient", Run: func(pass *analysis.Pass) (any, error) {
		return len(pass.Files[len(pass.Files)].Decls), nil
	}}, io.Discard))
	_, err := rule.Run(pass)
	require.NoError(t, err)
	require.Len(t, said, 1)
	require.Regexp(t, `^rule bareclient crashed in package example.com/m: panic: runtime error: index out of range \[1\] with length 1 in plugin\.TestCareful\.func2 \(plugin_test.go:\d+\)$`, said[0])
}

func TestWrongSettings(t *testing.T) {
	for want, conf := range map[string]map[string]any{
		`timeoutlint: settings: unknown rule "bareclints"; did you mean bareclient?`: {"enable": []any{"bareclints"}},
		`cannot be "sure"`:        {"confidence": "sure"},
		`unknown field "rules"`:   {"rules": []any{"bareclient"}},
		`unknown key "functions"`: {"knowledge": []any{map[string]any{"path": "example.com/lib", "functions": nil}}},
	} {
		_, err := New(conf)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "settings:1")
	}
}
