package retries_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/rules"
)

var update = flag.Bool("update", false, "write found.tsv and confusion.tsv anew from the projects in TIMEOUTLINT_TREES")

const (
	labelsFile    = "../../testdata/retries/labels.tsv"
	foundFile     = "../../testdata/retries/found.tsv"
	confusionFile = "../../testdata/retries/confusion.tsv"
	missing       = "none" // the pass sees no loop there
)

// loop is a labelled loop, or what the pass makes of it.
type loop struct{ project, commit, place, class string }

// TestConfusion holds the published tables to the labels and to what the pass
// found, and the pass to what is asked of it: of the retry loops at least 90 in
// 100 recognised, of the others at most 5 in 100 taken for one.
func TestConfusion(t *testing.T) {
	t.Parallel()
	labels, found := read(t, labelsFile), read(t, foundFile)
	require.Len(t, found, len(labels), "a row for each labelled loop")
	table, err := os.ReadFile(confusionFile)
	require.NoError(t, err)
	require.Equal(t, confusion(t, labels, found), string(table))

	var retry, recognised, others, taken int
	for i, l := range labels {
		require.Equal(t, l.place, found[i].place)
		is := found[i].class == string(retries.Retry)
		perhaps := is || found[i].class == string(retries.Retry)+"?"
		switch {
		case l.class == string(retries.Retry) && is:
			retry, recognised = retry+1, recognised+1
		case l.class == string(retries.Retry):
			retry++
		case perhaps:
			others, taken = others+1, taken+1
		default:
			others++
		}
	}
	require.GreaterOrEqual(t, 10*recognised, 9*retry, "recognised, of %d", retry)
	require.LessOrEqual(t, 20*taken, others, "taken for a retry, of %d", others)
}

// TestFound runs the pass over the labelled projects and compares it with
// found.tsv. The projects are trees, <owner>+<name>@<commit> as internal/corpus
// checks them out, in the folder that TIMEOUTLINT_TREES names.
func TestFound(t *testing.T) {
	trees := os.Getenv("TIMEOUTLINT_TREES")
	if trees == "" {
		t.Skip("the labelled projects are not in this repository; name the folder of their trees in TIMEOUTLINT_TREES")
	}
	labels := read(t, labelsFile)
	var found []loop
	for _, project := range projects(labels) {
		at := slices.IndexFunc(labels, func(l loop) bool { return l.project == project })
		classes := classify(t, filepath.Join(trees, strings.ReplaceAll(project, "/", "+")+"@"+labels[at].commit))
		for _, l := range labels {
			if l.project == project {
				l.class = missing
				if class, ok := classes[l.place]; ok {
					l.class = class
				}
				found = append(found, l)
			}
		}
	}
	if *update {
		var b strings.Builder
		b.WriteString("# project\tcommit\tloop\tfound\n")
		for _, l := range found {
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", l.project, l.commit, l.place, l.class)
		}
		require.NoError(t, os.WriteFile(foundFile, []byte(b.String()), 0o644))
		require.NoError(t, os.WriteFile(confusionFile, []byte(confusion(t, labels, found)), 0o644))
	}
	require.Equal(t, found, read(t, foundFile))
}

// classify is the class of each loop of a project, by file and line; one that
// is only perhaps a retry has a question mark.
func classify(t *testing.T, dir string) map[string]string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  dir,
		Env:  append(os.Environ(), "GOWORK=off", "GOFLAGS="),
	}, "./...")
	require.NoError(t, err)
	for _, pkg := range pkgs {
		require.Empty(t, pkg.Errors, pkg.PkgPath)
	}
	out := map[string]string{}
	reader := &analysis.Analyzer{Name: "loops", Doc: "loops", Requires: []*analysis.Analyzer{retries.Analyzer}, ResultType: retries.Analyzer.ResultType,
		Run: func(pass *analysis.Pass) (any, error) { return pass.ResultOf[retries.Analyzer], nil }}
	graph, err := checker.Analyze([]*analysis.Analyzer{reader}, pkgs, nil)
	require.NoError(t, err)
	for _, action := range graph.Roots {
		require.NoError(t, action.Err)
		for _, l := range action.Result.(*retries.Result).Loops {
			if l.Form != retries.Looped {
				continue
			}
			at := action.Package.Fset.Position(l.Pos)
			rel, err := filepath.Rel(dir, at.Filename)
			require.NoError(t, err)
			class := string(l.Class)
			if l.Confidence == rules.Low {
				class += "?"
			}
			out[filepath.ToSlash(rel)+":"+strconv.Itoa(at.Line)] = class
		}
	}
	return out
}

// confusion counts, for each project, the loops of a label by what was found.
func confusion(t *testing.T, labels, found []loop) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# project\tlabelled\tfound\tloops\n")
	for _, project := range projects(labels) {
		count := map[[2]string]int{}
		for i, l := range labels {
			if l.project == project {
				count[[2]string{l.class, found[i].class}]++
			}
		}
		keys := make([][2]string, 0, len(count))
		for k := range count {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
		for _, k := range keys {
			fmt.Fprintf(&b, "%s\t%s\t%s\t%d\n", project, k[0], k[1], count[k])
		}
	}
	return b.String()
}

func projects(loops []loop) []string {
	var out []string
	for _, l := range loops {
		if !slices.Contains(out, l.project) {
			out = append(out, l.project)
		}
	}
	return out
}

func read(t *testing.T, file string) []loop {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var out []loop
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		require.Len(t, cells, 4, "%s: %s", file, line)
		out = append(out, loop{cells[0], cells[1], cells[2], cells[3]})
	}
	return out
}
