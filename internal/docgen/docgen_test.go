package docgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/timeoutlint/timeoutlint/internal/house"
)

var update = flag.Bool("update", false, "write the documentation instead of comparing it")

func TestDocumentationIsFresh(t *testing.T) {
	root := root(t)
	files, err := Files(root)
	if err != nil {
		t.Error(err)
	}
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[filepath.Base(f.Path)] = true
		name := filepath.Join(root, filepath.FromSlash(f.Path))
		if *update {
			if err := os.WriteFile(name, f.Text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if old, err := os.ReadFile(name); err != nil || !bytes.Equal(old, f.Text) {
			t.Errorf("%s needs an update. Run: go test ./internal/docgen -update", f.Path)
		}
	}
	if err != nil {
		return
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		if !wanted[filepath.Base(name)] {
			t.Errorf("%s is the page of no built rule", name)
		}
	}
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := house.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
