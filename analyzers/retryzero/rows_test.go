package retryzero_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/timeoutlint/timeoutlint/analyzers/retryzero"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// TestRows writes 0, 1 and -1 into every retry setting that a row knows, and
// holds the rule to saying what the row says they mean, and nothing else. That
// the rows are right is for the truth tests, which run the libraries.
func TestRows(t *testing.T) {
	root := t.TempDir()
	stubs, user, want := map[string]*stub{}, strings.Builder{}, map[int]string{}
	user.WriteString("package tried\n\nimport (\n")
	table, rows := knowledge.Builtin(), counting(knowledge.Builtin())
	for i, path := range table.Paths() {
		if len(rows[path]) > 0 {
			fmt.Fprintf(&user, "\tp%d %q\n", i, public(path))
		}
	}
	user.WriteString(")\n\n")
	line := strings.Count(user.String(), "\n")
	for i, path := range table.Paths() {
		for _, row := range rows[path] {
			if stubs[path] == nil {
				stubs[path] = &stub{fields: map[string]any{}, methods: map[string]bool{}}
			}
			use := stubs[path].add(path, row)
			for _, n := range []int{0, 1, -1} {
				if n < 0 && row.Negative == "" {
					continue // an unsigned number
				}
				line++
				fmt.Fprintf(&user, "func _() { %s }\n", fmt.Sprintf(strings.ReplaceAll(use, "PKG", "p"+strconv.Itoa(i)), n))
				want[line] = expected(row, n)
			}
		}
	}
	write(t, filepath.Join(root, "src", "tried", "tried.go"), user.String())
	for path, s := range stubs {
		write(t, filepath.Join(root, "src", path, "stub.go"), s.String())
		if public(path) != path {
			write(t, filepath.Join(root, "src", public(path), "stub.go"), s.aliases(path))
		}
	}
	got := analyse(t, root)
	reported := 0
	text := strings.Split(user.String(), "\n")
	for line, message := range want {
		switch {
		case message == "" && got[line] != "":
			t.Errorf("%s\n\tunexpected: %s", text[line-1], got[line])
		case !strings.Contains(got[line], message):
			t.Errorf("%s\n\tgot  %q\n\twant %q", text[line-1], got[line], message)
		case message != "":
			reported++
		}
	}
	if len(want) < 200 || reported < 40 {
		t.Errorf("only %d numbers written, %d of them reported", len(want), reported)
	}
}

// expected is what the rule has to say of n, from the row's words alone.
func expected(row *knowledge.Retry, n int) string {
	if row.Name == "k8s.io/apimachinery/pkg/util/wait.Backoff.Steps" {
		return "" // said where the backoff is used: it may only be asked for delays
	}
	meaning := map[int]knowledge.Meaning{0: row.Zero, 1: row.One, -1: row.Negative}[n]
	tries, err := strconv.Atoi(row.Default)
	switch {
	case meaning == knowledge.Unlimited && n == 0:
		return " is 0, which is no limit here"
	case meaning == knowledge.NeverRuns:
		return fmt.Sprintf(" is %d: nothing is called even once", n)
	case meaning == knowledge.Default && err == nil && tries > 1:
		return fmt.Sprintf(" is %d, which is the default of %d here", n, tries)
	}
	return ""
}

// counting are the rows in force whose number counts and is set in Go code.
func counting(table *knowledge.Table) map[string][]*knowledge.Retry {
	rows := map[string][]*knowledge.Retry{}
	for _, path := range table.Paths() {
		for _, l := range table.Library(path) {
			for i := range l.Retries {
				row := &l.Retries[i]
				counts := row.Counts == knowledge.TotalTries || row.Counts == knowledge.ExtraTries
				if counts && table.Retry(path, row.Name) == row && takesNumber[row.Form] && !takesNone[row.Name] {
					rows[path] = append(rows[path], row)
				}
			}
		}
	}
	return rows
}

var takesNumber = map[knowledge.Form]bool{knowledge.Field: true, knowledge.Option: true, knowledge.Method: true, knowledge.Setter: true}

// takesNone are settings whose number is inside of something else.
var takesNone = map[string]bool{
	"k8s.io/client-go/util/retry.OnError": true, "k8s.io/client-go/util/retry.RetryOnConflict": true,
	"github.com/eapache/go-resiliency/retrier.New": true,
}

// stub is a package with the settings that rows name.
type stub struct {
	funcs   []string
	fields  map[string]any // of structs, in structs
	methods map[string]bool
}

// add declares what a row names and returns the statement that sets it.
func (s *stub) add(path string, row *knowledge.Retry) string {
	name := strings.TrimPrefix(strings.TrimLeft(row.Name, "(*"), path+".")
	params := strings.Repeat("_ any, ", row.Arg) + "_ int"
	args := strings.Repeat("nil, ", row.Arg) + "%d"
	if row.Form == knowledge.Field {
		parts := strings.Split(name, ".")
		in := s.fields
		for _, part := range parts[:len(parts)-1] {
			if in[part] == nil {
				in[part] = map[string]any{}
			}
			in = in[part].(map[string]any)
		}
		in[parts[len(parts)-1]] = "int"
		return "var t PKG." + parts[0] + "; t." + strings.Join(parts[1:], ".") + " = %d"
	}
	if owner, method, ok := strings.Cut(name, ")."); ok {
		star := ""
		if strings.HasPrefix(row.Name, "(*") {
			star = "*"
		}
		if s.fields[owner] == nil {
			s.fields[owner] = map[string]any{}
		}
		s.funcs = append(s.funcs, fmt.Sprintf("func (%s%s) %s(%s) {}", star, owner, method, params))
		return "var t PKG." + owner + "; t." + method + "(" + args + ")"
	}
	s.funcs = append(s.funcs, fmt.Sprintf("func %s(%s) {}", name, params))
	return "PKG." + name + "(" + args + ")"
}

func (s *stub) String() string {
	var b strings.Builder
	b.WriteString("package stub\n\n")
	for name, fields := range s.fields {
		fmt.Fprintf(&b, "type %s %s\n", name, structure(fields.(map[string]any)))
	}
	b.WriteString(strings.Join(s.funcs, "\n") + "\n")
	return b.String()
}

// public is a package from which an internal one's types can be had.
func public(path string) string { return strings.Replace(path, "/internal", "/public", 1) }

func (s *stub) aliases(path string) string {
	out := fmt.Sprintf("package public\n\nimport stub %q\n\n", path)
	for name := range s.fields {
		out += "type " + name + " = stub." + name + "\n"
	}
	return out
}

func structure(fields map[string]any) string {
	out := "struct{ "
	for name, f := range fields {
		if inner, ok := f.(map[string]any); ok {
			out += name + " " + structure(inner) + "; "
		} else {
			out += name + " int; "
		}
	}
	return out + "}"
}

// analyse runs the rule over the package tried and returns what it says, by line.
func analyse(t *testing.T, root string) map[int]string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule, Dir: root,
		Env: append(os.Environ(), "GOPATH="+root, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=", "GOPROXY=off"),
	}, "tried")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs[0].Errors) > 0 {
		t.Fatal(pkgs[0].Errors)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{retryzero.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := map[int]string{}
	for _, action := range graph.Roots {
		if action.Err != nil {
			t.Fatal(action.Err)
		}
		for _, d := range action.Diagnostics {
			said[pkgs[0].Fset.Position(d.Pos).Line] += d.Message
		}
	}
	return said
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
