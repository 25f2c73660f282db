package plugin

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
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
	require.NotContains(t, names(list), "bareconn", "off by default")
}

func TestSettings(t *testing.T) {
	p, err := New(map[string]any{"enable": []any{"bareconn"}, "disable": []any{"bareclient"}, "confidence": "high"})
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	require.Contains(t, names(list), "bareconn")
	require.NotContains(t, names(list), "bareclient")
	require.NotContains(t, names(list), "houseclient", "it needs a list")

	p, err = New(map[string]any{"houseclient": []any{map[string]any{"type": "net/http.Client", "use": []any{"example.com/m.New"}}}})
	require.NoError(t, err)
	list, err = p.BuildAnalyzers()
	require.NoError(t, err)
	require.Contains(t, names(list), "houseclient")
}

func TestWrongSettings(t *testing.T) {
	for want, conf := range map[string]map[string]any{
		`there is no rule "bareclints"`:                 {"enable": []any{"bareclints"}},
		`confidence is high, medium or low, not "sure"`: {"confidence": "sure"},
		`unknown field "rules"`:                         {"rules": []any{"bareclient"}},
	} {
		_, err := New(conf)
		require.ErrorContains(t, err, want)
	}
}
