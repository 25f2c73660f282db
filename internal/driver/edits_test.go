package driver_test

import (
	"context"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/internal/trust"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// texts are what a file may be, empty: not there. Some change what importers
// see, some do not; some have the same size as others; some do not compile.
var texts = map[string][]string{
	"low/low.go": {
		"package low\n\nimport \"strings\"\n\ntype T struct{}\n\nfunc wait() {}\n\nfunc (*T) Slow(s string) string { wait(); return strings.Clone(s) }\n",
		"package low\n\nimport \"strings\"\n\ntype T struct{}\n\nfunc wait() {}\n\nfunc (*T) Slow(s string) string { return strings.Clone(s) }\n",
		"package low\n\ntype T struct{ N int }\n\nfunc wait() {}\n\nfunc (*T) Slow(s string) string { wait(); return s }\n",
		"package low\n\ntype T struct{ N int }\n\nfunc wait() {}\n\nfunc (*T) Slow(s string) int { wait(); return 1 }\n",
	},
	"low/more_windows.go": {"", "package low\n\nfunc Onlyhere() { wait() }\n"},
	"low/extra.go":        {"", "//go:build extra\n\npackage low\n\nfunc Extra() { wait() }\n", "//go:build !extra\n\npackage low\n\nfunc Extra() { wait() }\n"},
	"low/low_test.go":     {"", "package low\n\nfunc helper() { wait() }\n"},
	"mid/mid.go": {
		"package mid\n\nimport \"example.com/m/low\"\n\nfunc Do(t *low.T) { t.Slow(\"\") }\n",
		"package mid\n\nimport \"example.com/m/low\"\n\nfunc Do(t *low.T) { _ = len(t.Slow(\"\")) }\n",
	},
	"top/top.go": {
		"package top\n\nimport (\n\t\"example.com/lib\"\n\t\"example.com/m/low\"\n\t\"example.com/m/mid\"\n)\n\nfunc wait() {}\n\nfunc Do() { mid.Do(new(low.T)); lib.Do(); wait() }\n",
		"package top\n\nimport \"example.com/lib\"\n\nfunc wait() {}\n\nfunc Do() { lib.Do(); wait() }\n",
	},
	"native/native.go": {
		"package native\n\n// #include \"n.h\"\nimport \"C\"\n\nfunc wait() {}\n\nfunc Do() int { wait(); return int(C.n) }\n",
		"package native\n\nfunc wait() {}\n\nfunc Do() int { wait(); return 1 }\n",
	},
	"native/n.h": {"", "#define n 1\n", "#define n \"1\"\n"},
	"vendor/example.com/lib/lib.go": {
		"package lib\n\nfunc Do() {}\n", "package lib\n\nfunc Go() {}\n", "package lib\n\nfunc Do(...int) {}\n",
	},
}

// TestTrustEdits changes files, flags, rules, rows of knowledge, overlays, copies, tags, platforms
// and cgo at random, and after each step wants of a run with the cache what a run
// without one says. STEPS=N takes N steps, SEED=N others.
func TestTrustEdits(t *testing.T) {
	steps, seed := 500, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("STEPS")); err == nil {
		steps = n
	}
	if n, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		seed = n
	}
	p := newProject(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire example.com/lib v1.0.0\n-- go.sum --\n")
	p.write("vendor/modules.txt", "# example.com/lib v1.0.0\n## explicit; go 1.20\nexample.com/lib\n")
	random := rand.New(rand.NewPCG(seed, 0))
	s := script{project: p, random: random, names: sorted(texts), cacheDir: p.opts.Cache.Location()}
	for _, name := range s.names {
		s.put(name, texts[name][0], false)
	}
	findings, told := 0, 0
	for step := range steps {
		what := s.step()
		warm, cold := s.outcome(true), s.outcome(false)
		require.Equal(t, cold, warm, "seed %d, step %d: %s", seed, step, what)
		if strings.Contains(cold, "waits for ever") {
			findings++
		}
		if strings.Contains(cold, "example.com/lib.Do wait") {
			told++
		}
	}
	require.Greater(t, findings, steps/3, "in most states there is something to say")
	require.Greater(t, told, steps/50, "in some a row of the configuration says it")
	if steps == 500 && seed == 1 {
		trust.Hold(t, trust.Row{Part: trust.Keys, Tried: "edits at random, of files, flags, rules, rows of knowledge, overlays, copies, tags, platforms and cgo",
			Inputs: "500 steps over a module of 4 packages and a copy of another", Result: "after each a run with the cache says what a run without one says"})
	}
}

// script is a state of the project that changes step by step.
type script struct {
	*project
	random   *rand.Rand
	names    []string
	cacheDir string
	cgo      bool
	rules    settings.Settings
}

// rows is a rule that speaks of calls of functions of which a row of knowledge says
// that they wait.
var rows = &analysis.Analyzer{
	Name: rules.DefaultClient.Name, Doc: "finds calls of which a row speaks", Requires: []*analysis.Analyzer{settings.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		table := pass.ResultOf[settings.Analyzer].(*settings.Settings).Table()
		for id, obj := range pass.TypesInfo.Uses {
			if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil {
				if row := table.Call(fn.Pkg().Path(), fn.FullName()); row != nil {
					pass.Reportf(id.Pos(), "%s %s", row.Name, row.Does)
				}
			}
		}
		return nil, nil
	},
}

// known are rows that the configuration may have.
var known = [][]knowledge.Library{
	nil,
	{{Path: "example.com/lib", Calls: []knowledge.Call{{Name: "example.com/lib.Do", Does: knowledge.Waits}}}},
	{{Path: "example.com/lib", Calls: []knowledge.Call{{Name: "example.com/lib.Do", Does: knowledge.Dials}}}},
	{{Path: "example.com/m/low", Calls: []knowledge.Call{{Name: "(*example.com/m/low.T).Slow", Does: knowledge.Waits}}}},
}

func (s *script) one(list []string) string { return list[s.random.IntN(len(list))] }

func (s *script) step() string {
	switch s.random.IntN(16) {
	case 13:
		s.rules.Knowledge = known[s.random.IntN(len(known))]
		return fmt.Sprint("knowledge ", s.rules.Knowledge)
	case 14:
		s.opts.Analyzers = [][]*analysis.Analyzer{{smoke.Analyzer}, {rows}, {smoke.Analyzer, rows}, {rows, smoke.Analyzer}}[s.random.IntN(4)]
		return fmt.Sprint("rules ", s.opts.Analyzers)
	case 0:
		s.opts.Tests = !s.opts.Tests
		return fmt.Sprint("tests ", s.opts.Tests)
	case 1:
		s.opts.Tags = [][]string{nil, {"extra"}}[s.random.IntN(2)]
		return fmt.Sprint("tags ", s.opts.Tags)
	case 2:
		s.opts.Platforms = [][]string{nil, nil, {"linux/amd64", "windows/amd64"}}[s.random.IntN(3)]
		return fmt.Sprint("platforms ", s.opts.Platforms)
	case 3:
		s.cgo = !s.cgo
		s.opts.Env = append(os.Environ(), "CGO_ENABLED="+map[bool]string{true: "1", false: "0"}[s.cgo])
		return fmt.Sprint("cgo ", s.cgo)
	case 4:
		s.rules.Confidence = []rules.Confidence{"", rules.Low, rules.High}[s.random.IntN(3)]
		return fmt.Sprint("confidence ", s.rules.Confidence)
	case 5:
		s.reopen(s.cacheDir)
		return "another process"
	case 6:
		s.opts.Overlay = nil
		return "no overlay"
	case 7:
		goroot, err := house.GoRoot(s.t.Context())
		require.NoError(s.t, err)
		standard := filepath.Join(goroot, "src", "strings", "clone.go")
		text := s.one([]string{"func Clone(s string) string { return s }", "func Clone(s string, n int) string { return s }"})
		s.opts.Overlay = map[string][]byte{standard: []byte("package strings\n\n" + text + "\n")}
		return "overlay of strings: " + text
	case 9:
		name := "vendor/example.com/lib/lib.go"
		text := s.one(texts[name][:2]) // of one size
		s.put(name, text, true)
		return fmt.Sprintf("%s, time kept: %q", name, text)
	case 8:
		name := s.one(s.names)
		text := s.one(texts[name])
		s.opts.Overlay = map[string][]byte{filepath.Join(s.dir, name): []byte(text)}
		if text == "" {
			s.opts.Overlay = map[string][]byte{filepath.Join(s.dir, name): nil}
		}
		return "overlay of " + name
	}
	name := s.one(s.names)
	text, same := s.one(texts[name]), s.random.IntN(2) == 0
	s.put(name, text, same)
	return fmt.Sprintf("%s, time kept %v: %q", name, same, text)
}

// put writes a file, or removes it where it has no text. Time may stay as it was.
func (s *script) put(name, text string, same bool) {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	before, err := os.Stat(file)
	if text == "" {
		_ = os.Remove(file)
		return
	}
	s.write(name, text)
	if err == nil && same {
		require.NoError(s.t, os.Chtimes(file, before.ModTime(), before.ModTime()))
	}
}

// outcome is all that a run says of the code.
func (s *script) outcome(warm bool) string {
	opts := s.opts
	opts.Settings = settings.Default()
	opts.Settings.Knowledge = s.rules.Knowledge
	if s.rules.Confidence != "" {
		opts.Settings.Confidence = s.rules.Confidence
	}
	if !warm {
		opts.Cache = nil
	}
	res, err := driver.Run(context.Background(), opts)
	out := fmt.Sprintf("error %v\n", err)
	for _, p := range res.Packages {
		out += fmt.Sprintf("%+v\n", p)
	}
	for _, p := range res.Skipped {
		out += fmt.Sprintf("%+v\n", p)
	}
	return out + fmt.Sprint(res.LeftOut, res.Crashes, res.Notices)
}

func sorted(m map[string][]string) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
