package shown

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                      "",
		"GET /orders/{id}":      "GET /orders/{id}",
		`C:\new\x1b`:            `C:\new\x1b`,
		"Prüfung 検査 👍":          "Prüfung 検査 👍",
		"a\nb\r\nc\td":          `a\nb\r\nc\td`,
		"\x1b[31mred\x07\x00":   `\x1b[31mred\x07\x00`,
		"\u202egnp.exe\u2066":   `\u202egnp.exe\u2066`,
		"a\u2028b\u2029c":       `a\u2028b\u2029c`,
		"\u0085\u200b\ufeff":    `\u0085\u200b\ufeff`,
		"\xff\xc0\xafé":         `\xff\xc0\xafé`,
		"\U000e0001":            `\U000e0001`,
		"::error::x":            `\x3a:error::x`,
		"GET ::stop-commands::": `GET \x3a:stop-commands::`,
		"##vso[task] a##b":      `\x23#vso[task] a##b`,
		"[::]:8080":             "[::]:8080",
		"std::string":           "std::string",
		"# one":                 "# one",
		"\ufffd":                "\ufffd",
	} {
		require.Equal(t, want, Text(in), "%q", in)
		require.Equal(t, want, Text(Text(in)), "%q: once is enough", in)
	}
	require.Equal(t, "\tx := 1 \\x1b", Line("\tx := 1 \x1b"))
	require.Equal(t, "\t\\x3a:error::", Line("\t::error::"))
}

func FuzzText(f *testing.F) {
	f.Add("GET /a\n::error::x")
	f.Add("\xff\u202e ## ::")
	f.Fuzz(func(t *testing.T, in string) {
		out := Text(in)
		require.True(t, utf8.ValidString(out))
		for _, word := range strings.Split(out, " ") {
			require.False(t, strings.HasPrefix(word, "::") || strings.HasPrefix(word, "##"), "%q", out)
		}
		for _, r := range out {
			require.False(t, unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029', "%q", out)
		}
		require.Equal(t, out, Text(out))
	})
}

func TestDeep(t *testing.T) {
	t.Parallel()
	type name string
	type inner struct {
		Text   string
		Number int
		Below  []inner
		hidden string
	}
	type outer struct {
		Names map[string][]string
		In    *inner
		Kind  name
		inner
	}
	shared := []inner{{Text: "a\n"}}
	in := outer{
		Names: map[string][]string{"k\x1b": {"v\n"}, "plain": {"plain"}},
		In:    &inner{Text: "b", Below: shared}, Kind: "\u202e", inner: inner{hidden: "\n"},
	}
	out := Deep(in)
	require.Equal(t, outer{
		Names: map[string][]string{`k\x1b`: {`v\n`}, "plain": {"plain"}},
		In:    &inner{Text: "b", Below: []inner{{Text: `a\n`}}}, Kind: `\u202e`, inner: inner{hidden: "\n"},
	}, out)
	require.Equal(t, "a\n", shared[0].Text, "what was given stays as it is")
	require.Equal(t, "v\n", in.Names["k\x1b"][0])

	same := []inner{{Text: "a", Below: []inner{{Text: "b"}}}}
	require.Same(t, &same[0], &Deep(same)[0], "nothing is copied without need")
}

func TestSpeaks(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"+\tx := \"a\" // ## a heading, a::b": false, " \tf()\r": false, "-": false, "+\u200d": false,
		" \t::error::x": true, "+::error::x": false, " ##[error]x": true, "+// ##vso[task]": true, "+\x1b[2J": true,
		"-\u202etxt": true, "+\xff": true, "+a\rb": true, "+\u2028": true, "+\x00": true,
	} {
		if got := Speaks(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}
