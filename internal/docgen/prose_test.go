package docgen

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/timeoutlint/timeoutlint/internal/config"
)

var (
	link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	yaml = regexp.MustCompile("(?s)```yaml\n(.*?)```")
)

// TestLinks: what the hand-written pages point to in this repository is there.
func TestLinks(t *testing.T) {
	root := root(t)
	for _, name := range prose(t, root) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			target := filepath.Join(filepath.Dir(name), filepath.FromSlash(string(m[1])))
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", filepath.Base(name), m[1])
			}
		}
	}
}

// TestConfigurationExamples: the configuration that documentation shows can be
// read, pages of rules included.
func TestConfigurationExamples(t *testing.T) {
	root := root(t)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, name := range append(prose(t, root), pages...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range yaml.FindAllSubmatch(text, -1) {
			shown++
			file := filepath.Join(t.TempDir(), config.FileName)
			if err := os.WriteFile(file, m[1], 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := config.Read(file, filepath.Base(name)); err != nil {
				t.Errorf("%s shows a configuration that is not valid: %v", filepath.Base(name), err)
			}
		}
	}
	if shown == 0 {
		t.Error("no configuration is shown at all")
	}
}

// prose lists the pages that people write.
func prose(t *testing.T, root string) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md", "budget/*.md", "examples/shop/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	return names
}

// TestNoMachines: nothing in the pages speaks of one person's machine.
func TestNoMachines(t *testing.T) {
	for _, name := range prose(t, root(t)) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"/home/", "/Users/", "/root/", "/tmp/", "/work/"} {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s mentions %s", filepath.Base(name), word)
			}
		}
	}
}
