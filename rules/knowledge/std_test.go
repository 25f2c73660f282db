package knowledge_test

import (
	"bytes"
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
	"github.com/timeoutlint/timeoutlint/rules/knowledge/internal/resolve"
)

// TestStandardLibrary resolves every row of the standard library against the
// toolchain that runs the test. The rows of other modules have their own test,
// in the module next door (truth).
func TestStandardLibrary(t *testing.T) {
	build.Default.CgoEnabled = false // the names are the same, and net need not be preprocessed
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	load := resolve.Load(func(path string) (*types.Package, error) {
		if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
			return nil, fmt.Errorf("%s is not in the standard library", path)
		}
		return imp.Import(path)
	})
	goroot, err := house.GoRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(goroot, "src")
	release := build.Default.ReleaseTags[len(build.Default.ReleaseTags)-1] + "." // go1.26.
	rows := 0
	for _, l := range libraries("std") {
		for _, err := range load.Library(l) {
			t.Errorf("%s: %v", l.Path, err)
		}
		rows += count(l)
		for name, source := range sources(l) {
			if err := cited(src, source, strings.HasPrefix(l.Version, release)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if rows < 300 {
		t.Errorf("only %d rows", rows)
	}
}

func libraries(module string) []*knowledge.Library {
	var all []*knowledge.Library
	table := knowledge.Builtin()
	for _, path := range table.Paths() {
		for _, l := range table.Library(path) {
			if module == "" || l.Module == module {
				all = append(all, l)
			}
		}
	}
	return all
}

func count(l *knowledge.Library) int {
	return len(l.Calls) + len(l.Globs) + len(l.Knobs) + len(l.Retries) + len(l.Flows) + len(l.Policies) + len(l.Exempt)
}

// sources maps a row's kind, name and version gate to its citation.
func sources(l *knowledge.Library) map[string]string {
	m := map[string]string{}
	for _, r := range l.Calls {
		m["call "+r.Name+" "+r.Since] = r.Source
	}
	for _, r := range l.Globs {
		m["glob "+r.Type+" "+string(r.Shape)+" "+string(r.Does)+" "+r.Since] = r.Source
	}
	for _, r := range l.Knobs {
		m["knob "+r.FullName()+" "+r.Since] = r.Source
	}
	for _, r := range l.Retries {
		m["retry "+r.Name+" "+r.Since] = r.Source
	}
	for _, r := range l.Flows {
		m["flow "+r.Name+" "+r.Since] = r.Source
	}
	for _, r := range l.Policies {
		m["policy "+r.Name+" "+r.Since] = r.Source
	}
	return m
}

// cited checks that "file:line" is there to read. In another release than the row
// was read in, the lines of a file may be others.
func cited(root, source string, same bool) error {
	file, line, ok := strings.Cut(source, ":")
	n, err := strconv.Atoi(line)
	if !ok || err != nil {
		return fmt.Errorf("source %q is not file:line", source)
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err
	}
	if have := bytes.Count(text, []byte("\n")); n < 1 || same && n > have {
		return fmt.Errorf("source %s: the file has %d lines", source, have)
	}
	return nil
}
