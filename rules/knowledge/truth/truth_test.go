package truth

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
	"github.com/timeoutlint/timeoutlint/rules/knowledge/internal/resolve"
)

// TestNamedVersions resolves every row that is not of the standard library in
// the module at the version its library row names.
func TestNamedVersions(t *testing.T) {
	libraries := others()
	world, err := List(".", []string{"-mod=readonly"}, paths(libraries)...)
	if err != nil {
		t.Fatal(err)
	}
	load := resolve.Load(world.Package)
	for _, l := range libraries {
		version, dir := world.Module(l.Path)
		if version != l.Version {
			t.Errorf("%s: the row was read at %s, go.mod has %s", l.Path, l.Version, version)
			continue
		}
		for _, err := range load.Library(l) {
			t.Errorf("%s@%s: %v", l.Path, version, err)
		}
		for name, source := range sources(l) {
			if err := cited(dir, source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// others are the libraries outside the standard library, by path.
func others() []*knowledge.Library {
	var all []*knowledge.Library
	table := knowledge.Builtin()
	for _, path := range table.Paths() {
		for _, l := range table.Library(path) {
			if l.Module != "std" {
				all = append(all, l)
			}
		}
	}
	return all
}

func paths(libraries []*knowledge.Library) []string {
	var all []string
	for _, l := range libraries {
		all = append(all, l.Path)
	}
	sort.Strings(all)
	return append(all, "net/http", "net", "time", "context") // named in bounds
}

func sources(l *knowledge.Library) map[string]string {
	m := map[string]string{}
	for _, r := range l.Calls {
		m["call "+r.Name] = r.Source
	}
	for _, r := range l.Globs {
		m["glob "+r.Type] = r.Source
	}
	for _, r := range l.Knobs {
		m["knob "+r.FullName()] = r.Source
	}
	for _, r := range l.Retries {
		m["retry "+r.Name] = r.Source
	}
	for _, r := range l.Flows {
		m["flow "+r.Name] = r.Source
	}
	return m
}

// cited checks that "file:line" is there to read in the module.
func cited(root, source string) error {
	file, line, ok := strings.Cut(source, ":")
	n, err := strconv.Atoi(line)
	if !ok || err != nil {
		return fmt.Errorf("source %q is not file:line", source)
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err
	}
	if have := bytes.Count(text, []byte("\n")) + 1; n < 1 || n > have {
		return fmt.Errorf("source %s: the file has %d lines", source, have)
	}
	return nil
}
