package ruletest

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
)

// want is one expectation: a diagnostic on the line whose message matches.
type want struct {
	file string
	line int
	re   *regexp.Regexp
	met  bool
}

// checkWants holds the diagnostics of one package against its want comments.
func checkWants(t *testing.T, action *checker.Action) {
	t.Helper()
	fset := action.Package.Fset
	var wants []*want
	for _, file := range action.Package.Syntax {
		wants = append(wants, wantsOf(t, fset, file)...)
	}
	dir := action.Package.Dir
	for _, d := range action.Diagnostics {
		at := fset.Position(d.Pos)
		if !meet(wants, at, d.Message) {
			t.Errorf("%s: unexpected: %s", place(dir, at.Filename, at.Line), d.Message)
		}
	}
	for _, w := range wants {
		if !w.met {
			t.Errorf("%s: nothing found that matches %q", place(dir, w.file, w.line), w.re)
		}
	}
}

func meet(wants []*want, at token.Position, message string) bool {
	for _, w := range wants {
		if !w.met && w.file == at.Filename && w.line == at.Line && w.re.MatchString(message) {
			w.met = true
			return true
		}
	}
	return false
}

// wantsOf reads the expectations of one file: after "want", Go strings.
func wantsOf(t *testing.T, fset *token.FileSet, file *ast.File) []*want {
	t.Helper()
	var out []*want
	for _, group := range file.Comments {
		for _, c := range group.List {
			_, text, ok := strings.Cut(c.Text, "// want ")
			if !ok {
				continue
			}
			at := fset.Position(c.Pos())
			for _, pattern := range literals(text) {
				re, err := regexp.Compile(pattern)
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				out = append(out, &want{file: at.Filename, line: at.Line, re: re})
			}
		}
	}
	return out
}

// literals are the leading string literals of a text, unquoted.
func literals(text string) []string {
	var s scanner.Scanner
	src := []byte(text)
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	var out []string
	for {
		_, tok, lit := s.Scan()
		if tok != token.STRING {
			return out
		}
		value, err := strconv.Unquote(lit)
		if err != nil {
			return out
		}
		out = append(out, value)
	}
}
