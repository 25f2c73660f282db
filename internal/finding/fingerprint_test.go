package finding

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFingerprints(t *testing.T) {
	t.Parallel()
	first := Finding{File: "a.go", Line: 3, Column: 7, Rule: "bareclient", Function: "T.F", Source: `	c := get("a  b", 5)`, Message: "m"}
	with := func(change func(*Finding)) Finding {
		f := first
		change(&f)
		return f
	}
	list := []Finding{
		first,
		with(func(f *Finding) { f.Line = 9 }), // the same line again
		with(func(f *Finding) { f.Rule = "baredial" }),
		with(func(f *Finding) { f.File = "b.go" }),
		with(func(f *Finding) { f.Function = "F" }),
		with(func(f *Finding) { f.Source = `c := get("a b", 5)` }), // what is inside a string counts
		with(func(f *Finding) { f.File, f.Function = "a.goT", ".F" }),
	}
	got := Fingerprints(list)
	seen := map[string]bool{}
	for _, name := range got {
		require.Len(t, name, 32)
		require.False(t, seen[name])
		seen[name] = true
	}
	require.Equal(t, "fd3e6709a70792603b5f5e04e63be4b7", got[0], "a change of the fingerprint makes every known finding new")

	for i := range list {
		list[i].Line += 100
		list[i].Column += 4
		list[i].Message = "told otherwise"
		list[i].Confidence = "low"
	}
	list[0].Source = `c   :=   get( "a  b",5 )  // why /* not */`
	require.Equal(t, got, Fingerprints(list))
}

func TestNormal(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                                  "",
		"\t// only a comment":               "",
		"\treturn":                          "return",
		"\tTimeout:  5 * time.Second, // s": "Timeout : 5 * time . Second ,",
		"for { x++; y() }":                  "for { x ++ ; y ( ) }",
		"`an open string":                   "`an open string",
		"it's \"open":                       "it 's \"open",
		"ü := \xff":                         "ü := \ufffd",
	} {
		require.Equal(t, want, normal(line), "%q", line)
	}
}
