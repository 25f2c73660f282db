// Package hostile has texts that a checkout could hold to speak to whoever prints
// them, and finds what came through. It is for tests.
package hostile

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts are such texts.
func Texts() []string {
	return []string{
		"\n::error file=main.go,line=1::injected",
		"\r\n::stop-commands::token",
		"::error::at the start",
		"GET  ::warning::behind a blank",
		"\u00a0::error::behind a blank of another kind",
		"##vso[task.setvariable variable=x]y",
		"\n##teamcity[buildStop]",
		"\x1b]0;title\x07\x1b[2J\x1b[31m",
		"\u009b31m a control of one byte",
		"\u202etxt.exe\u2066 turned",
		"a\u2028b\u2029c\u0085d\x0be\x0cf",
		"\u200b\ufeff\u00ad\U000e0001 unseen",
		"\xff\xc0\xaf\xed\xa0\x80 no UTF-8",
		"nul\x00tab\tdel\x7f",
		"</script><script>alert(1)</script><img src=x onerror=alert(1)>",
		"\"'`]]>-->&#x41;;\\|[b](javascript:alert(1))``x```",
		"n1\"]; evil [label=\"",
		"\"]\n  click n0 \"javascript:alert(1)\"",
		"{{.}} %s %n ${x} $(x)",
	}
}

// Lines are the lines of an output that do what no text may make them do. A line
// that begins as one of ours does is meant.
func Lines(output string, ours ...string) (out []string) {
	for line := range strings.SplitSeq(output, "\n") {
		begins := strings.TrimSpace(line)
		command := strings.HasPrefix(begins, "::") || strings.HasPrefix(begins, "##") && !strings.HasPrefix(line, "## ") && !strings.HasPrefix(line, "### ")
		for _, our := range ours {
			command = command && !(our != "" && strings.HasPrefix(line, our))
		}
		if command || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool {
			return unicode.IsControl(r) && r != '\t' || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
		}) {
			out = append(out, line)
		}
	}
	return out
}

// Fill is a copy of plain data in which a text stands in the place of every text
// that is there, but for those of named types: they say of what kind something is.
func Fill[T any](v T, text string) T { return fill(reflect.ValueOf(v), text).Interface().(T) }

func fill(v reflect.Value, text string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch {
	case v.Type() == reflect.TypeFor[string]() && v.Len() > 0:
		out.SetString(text)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(fill(v.Field(i), text))
			}
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(fill(v.Elem(), text))
	case v.Kind() == reflect.Slice && !v.IsNil():
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(fill(v.Index(i), text))
		}
	}
	return out
}
