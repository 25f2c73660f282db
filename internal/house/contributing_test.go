package house

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestContributingShowsWhatIsThere holds the diffs of CONTRIBUTING.md to the
// files that they speak of: each line is there, in that order.
func TestContributingShowsWhatIsThere(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var (
		inside bool
		file   string
		rest   []string // the file's lines below the last one that was found
		shown  int
	)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		name, heads := strings.CutPrefix(line, "+++ b/")
		added, adds := strings.CutPrefix(line, "+")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```diff"
		case inside && heads:
			src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			file, rest = name, strings.Split(string(src), "\n")
		case inside && adds:
			at := slices.Index(rest, added)
			if at < 0 {
				t.Fatalf("%s has no such line there: %q", file, added)
			}
			rest = rest[at+1:]
			shown++
		}
	}
	if shown < 40 {
		t.Errorf("%d lines of diffs: are they no longer found in the text?", shown)
	}
}
