package settings

import (
	"go/types"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// told is one package under analysis, with the facts of what it imports.
type told struct {
	below  []analysis.PackageFact
	export []analysis.PackageFact
}

func (w *told) pass(module, version string) *analysis.Pass {
	pkg := types.NewPackage(module, "p")
	return &analysis.Pass{
		Pkg:    pkg,
		Module: &analysis.Module{Path: module, Version: version},
		ExportPackageFact: func(f analysis.Fact) {
			w.export = append(w.export, analysis.PackageFact{Package: pkg, Fact: f})
		},
		AllPackageFacts: func() []analysis.PackageFact { return append(w.below, w.export...) },
	}
}

// TestVersionsTravel: a driver that knows no versions still gets the rows of
// the version in use, because the package of a dependency says where it is from.
func TestVersionsTravel(t *testing.T) {
	t.Parallel()
	const oauth2 = "golang.org/x/oauth2"
	keeps := func(version string) []string {
		v := &value{settings: Default(), versioned: map[string]*Settings{}}
		dependency := &told{}
		v.at(dependency.pass(oauth2, version))
		user := &told{below: dependency.export}
		return v.at(user.pass("example.com/m", "")).Table().Flow(oauth2, oauth2+".NewClient").Keeps
	}
	require.Equal(t, []string{"Transport"}, keeps("v0.27.0"))
	require.Equal(t, []string{"Transport", "Timeout"}, keeps("v0.30.0"))
	require.Equal(t, []string{"Transport", "Timeout"}, keeps(""), "an unknown version is the newest")
}

// TestVersionsOfFew: what no row depends on hands nothing up, and packages
// with the same versions share their settings.
func TestVersionsOfFew(t *testing.T) {
	t.Parallel()
	v := &value{settings: Default(), versioned: map[string]*Settings{}}
	plain := &told{}
	require.Same(t, v.settings, v.at(plain.pass("example.com/lib", "v1.2.3")))
	require.Empty(t, plain.export)

	gated := &told{below: []analysis.PackageFact{{Fact: &Version{"golang.org/x/oauth2", "v0.27.0"}}}}
	one, two := v.at(gated.pass("example.com/a", "")), v.at(gated.pass("example.com/b", ""))
	require.Same(t, one, two)
	require.NotSame(t, v.settings, one)
	require.True(t, one.Related && one.Nolint, "the other options are the same")
}

// TestVersionedKeepsOptions: at other versions every other option is the same.
func TestVersionedKeepsOptions(t *testing.T) {
	t.Parallel()
	s := &Settings{}
	all := reflect.ValueOf(s).Elem()
	for i := range all.NumField() {
		switch field := all.Field(i); {
		case !field.CanSet() || all.Type().Field(i).Name == "Versions":
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case field.Kind() == reflect.String:
			field.SetString("x")
		case field.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case field.Kind() == reflect.Map:
			field.Set(reflect.MakeMap(field.Type()))
			field.SetMapIndex(reflect.Zero(field.Type().Key()), reflect.Zero(field.Type().Elem()))
		default:
			t.Fatalf("set a value of %v", field.Type())
		}
	}
	v := &value{settings: s, versioned: map[string]*Settings{}}
	at := reflect.ValueOf(v.with("k", map[string]string{"m": "v1.0.0"})).Elem()
	for i := range all.NumField() {
		if field := all.Type().Field(i); field.IsExported() && field.Name != "Versions" {
			require.Equal(t, all.Field(i).Interface(), at.Field(i).Interface(), field.Name)
		}
	}
}

// TestVersionsGiven: what the driver knows is not looked for again.
func TestVersionsGiven(t *testing.T) {
	t.Parallel()
	s := Default()
	s.Versions = map[string]string{"golang.org/x/oauth2": "v0.27.0"}
	v := &value{settings: s, versioned: map[string]*Settings{}}
	require.Same(t, s, v.at(&analysis.Pass{}))
}

// TestFlag: every option travels through the flag, also one that is switched off.
func TestFlag(t *testing.T) {
	v := &value{settings: Default()}
	require.NoError(t, v.Set(`{"confidence":"low","related":false,"knowledge":[{"Path":"example.com/lib"}]}`))
	require.False(t, v.settings.Related)
	require.Equal(t, []knowledge.Library{{Path: "example.com/lib"}}, v.settings.Knowledge)
	require.Error(t, v.Set("{"))
}
