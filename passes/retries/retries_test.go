package retries

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules"
)

var label = regexp.MustCompile(`// loop: (.*)`)

// TestShapes compares each loop of the fixtures with its label.
func TestShapes(t *testing.T) {
	root, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	// A reader of the result, because analysistest wants a comment for each fact.
	reader := &analysis.Analyzer{Name: "loops", Doc: "loops", Requires: []*analysis.Analyzer{Analyzer}, ResultType: Analyzer.ResultType,
		Run: func(pass *analysis.Pass) (any, error) { return pass.ResultOf[Analyzer], nil }}
	results := analysistest.Run(t, root, reader, "retries/...")
	for _, res := range results {
		found := map[string]string{}
		for _, l := range res.Result.(*Result).Loops {
			at := res.Pass.Fset.Position(l.Pos)
			key := at.Filename + ":" + strconv.Itoa(at.Line)
			if old, ok := found[key]; ok {
				t.Errorf("%s: two loops: %s and %s", key, old, describe(l))
			}
			found[key] = describe(l)
		}
		for key, want := range labels(res.Pass) {
			got, ok := found[key]
			if !ok {
				t.Errorf("%s: no loop found, want %s", key, want)
				continue
			}
			class, rest, _ := strings.Cut(want, " ")
			if !strings.Contains("|"+class+"|", "|"+strings.Fields(got)[0]+"|") {
				t.Errorf("%s: got %s, want %s", key, got, want)
				continue
			}
			for _, field := range strings.Fields(rest) {
				if !strings.Contains(got+" ", " "+field+" ") {
					t.Errorf("%s: got %s, want %s", key, got, field)
				}
			}
			delete(found, key)
		}
		for key, got := range found {
			t.Errorf("%s: %s has no label", key, got)
		}
	}
}

func labels(pass *analysis.Pass) map[string]string {
	out := map[string]string{}
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if m := label.FindStringSubmatch(c.Text); m != nil {
					at := pass.Fset.Position(c.Pos())
					out[at.Filename+":"+strconv.Itoa(at.Line)] = m[1]
				}
			}
		}
	}
	return out
}

// describe writes a loop as the labels do; all its confidences but low.
func describe(l *Loop) string {
	cap := string(l.Cap.Kind)
	if cap == "" {
		cap = "none"
	}
	wait := "none"
	switch t, exact := l.Wait.Time.Exact(); {
	case l.Wait.Growth.By != "" && l.Wait.Some:
		wait = "some"
		if first, ok := l.first(l.Wait.Growth.Value); ok {
			wait = durations.Exactly(first).String()
		}
	case exact && l.Wait.Some:
		wait = durations.Exactly(t).String()
	case l.Wait.Some:
		wait = "some"
	}
	ctx := "no"
	switch {
	case l.Ctx.Listens:
		ctx = "listens"
	case l.Ctx.Perhaps:
		ctx = "perhaps"
	}
	random := map[Random]string{NotKnown: "unknown", Fixed: "fixed", Jittered: "jittered"}[l.Wait.Random]
	status := false
	for _, a := range l.Calls {
		status = status || a.Status
	}
	class := string(l.Class)
	if l.Confidence == rules.Low {
		class += "?"
	}
	return fmt.Sprintf("%s form=%s cap=%s attempts=%d wait=%s ctx=%s random=%s growth=%s clamped=%v late=%v status=%v calls=%d ",
		class, l.Form, cap, l.Cap.Attempts, wait, ctx, random, l.Wait.Growth.By, l.Wait.Growth.Clamped, l.Wait.Growth.Late, status, len(l.Calls))
}
