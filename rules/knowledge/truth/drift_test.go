package truth

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
	"github.com/timeoutlint/timeoutlint/rules/knowledge/internal/resolve"
)

var drift = flag.Bool("drift", false, "resolve the rows at the newest versions served and write drift.md")

// answers say what was done about a row that does not hold at the newest
// version, by module: an answer is owed for each.
var answers = map[string]string{}

// TestDrift compares the named versions with the newest ones that the running
// toolchain can use.
func TestDrift(t *testing.T) {
	if !*drift {
		t.Skip("asks for every module's versions; run with -drift")
	}
	libraries := slices.DeleteFunc(others(), func(l *knowledge.Library) bool { return strings.HasPrefix(l.Module, "github.com/timeoutlint/") })
	named := map[string]string{}
	for _, l := range libraries {
		named[l.Module] = l.Version
	}
	newest := map[string]string{}
	remarks := map[string]string{}
	for module, have := range named {
		v, remark := latest(module, have)
		newest[module], remarks[module] = v, remark
	}
	dir := t.TempDir()
	world := upgraded(t, dir, newest, paths(libraries))
	load := resolve.Load(world.Package)
	broken := map[string][]string{}
	for _, l := range libraries {
		if got, _ := world.Module(l.Path); got != "" {
			newest[l.Module] = got
		}
		if newest[l.Module] == l.Version {
			continue
		}
		for _, err := range load.Library(l) {
			broken[l.Module] = append(broken[l.Module], err.Error())
		}
	}
	report(t, libraries, named, newest, remarks, broken)
	for module, rows := range broken {
		if answers[module+"@"+newest[module]] == "" {
			t.Errorf("%s@%s: unanswered: %s", module, newest[module], strings.Join(rows, "; "))
		}
	}
}

// older are versions behind a gate: the rows in force there must hold there.
var older = map[string]string{
	"github.com/redis/go-redis/v9": "v9.21.0",
	"go.etcd.io/etcd/client/v3":    "v3.6.16",
	"golang.org/x/oauth2":          "v0.27.0",
}

func TestOlder(t *testing.T) {
	if !*drift {
		t.Skip("fetches old versions; run with -drift")
	}
	for module, v := range older {
		dir := t.TempDir()
		text := fmt.Sprintf("module older\n\ngo 1.26\n\nrequire %s %s\n", module, v)
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, l := range others() {
			if l.Module != module {
				continue
			}
			world, err := List(dir, []string{"-mod=mod"}, l.Path, "net/http")
			if err != nil {
				t.Fatal(err)
			}
			_, root := world.Module(l.Path)
			old := l.At(v)
			for _, err := range resolve.Load(world.Package).Library(&old) {
				t.Errorf("%s@%s: %v", l.Path, v, err)
			}
			for name, source := range gated(&old) {
				if err := cited(root, source); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// gated are the citations of rows that ended since.
func gated(l *knowledge.Library) map[string]string {
	m := map[string]string{}
	for _, r := range l.Knobs {
		if r.Until != "" {
			m[r.FullName()] = r.Source
		}
	}
	for _, r := range l.Retries {
		if r.Until != "" {
			m[r.Name] = r.Source
		}
	}
	for _, r := range l.Flows {
		if r.Until != "" {
			m[r.Name] = r.Source
		}
	}
	return m
}

// latest is the newest release that this toolchain can use.
func latest(module, have string) (v, remark string) {
	info, err := moduleInfo(module + "@latest")
	if err != nil {
		return have, "versions are not listed"
	}
	if usable(info.GoVersion) {
		return info.Version, ""
	}
	all, err := moduleInfo("-versions", module)
	if err != nil {
		return have, err.Error()
	}
	for i := len(all.Versions) - 1; i >= 0; i-- {
		if strings.Contains(all.Versions[i], "-") {
			continue
		}
		if downloads(module + "@" + all.Versions[i]) {
			return all.Versions[i], fmt.Sprintf("%s wants go %s", info.Version, info.GoVersion)
		}
	}
	return have, fmt.Sprintf("%s wants go %s", info.Version, info.GoVersion)
}

// downloads reports whether this toolchain takes the version.
func downloads(module string) bool {
	cmd := exec.Command("go", "mod", "download", module)
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	return cmd.Run() == nil
}

func usable(goVersion string) bool {
	return goVersion == "" || version.Compare("go"+goVersion, runtime.Version()) <= 0
}

type info struct {
	Version, GoVersion string
	Versions           []string
}

func moduleInfo(args ...string) (info, error) {
	cmd := exec.Command("go", append([]string{"list", "-m", "-json"}, args...)...)
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	var m info
	if err == nil {
		err = json.Unmarshal(out, &m)
	}
	return m, err
}

// upgraded lists the packages in a copy of go.mod that asks for the versions.
func upgraded(t *testing.T, dir string, versions map[string]string, paths []string) *World {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "libraries.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("=> ../../.."), []byte("=> "+root))
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"mod", "edit", "-dropreplace=github.com/gorilla/websocket"}
	for module, v := range versions {
		args = append(args, "-require="+module+"@"+v)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod edit: %v\n%s", err, out)
	}
	world, err := List(dir, []string{"-mod=mod"}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

func report(t *testing.T, libraries []*knowledge.Library, named, newest, remarks map[string]string, broken map[string][]string) {
	t.Helper()
	rows := map[string]int{}
	for _, l := range libraries {
		rows[l.Module] += len(l.Calls) + len(l.Globs) + len(l.Knobs) + len(l.Retries) + len(l.Flows) + len(l.Exempt)
	}
	modules := make([]string, 0, len(named))
	moved := 0
	for m := range named {
		modules = append(modules, m)
		if named[m] != newest[m] {
			moved++
		}
	}
	sort.Strings(modules)
	var b strings.Builder
	fmt.Fprintf(&b, `# Drift

The rows name the version at which their library was read. This is how they
fare at the newest version that %s can use. Made by
`+"`go test -run TestDrift -drift`"+`; every row that no longer holds has an answer.

%d modules, %d of them newer than the rows, %d with rows that do not hold.

| module | rows | read at | newest | what changed |
|---|---|---|---|---|
`, runtime.Version(), len(modules), moved, len(broken))
	for _, m := range modules {
		what := "nothing"
		switch {
		case len(broken[m]) > 0:
			what = strings.Join(broken[m], "<br>") + "<br>**" + answers[m+"@"+newest[m]] + "**"
		case named[m] != newest[m]:
			what = "every row resolves"
		}
		if remarks[m] != "" {
			what += "; " + remarks[m]
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", m, rows[m], named[m], newest[m], strings.ReplaceAll(what, "|", "\\|"))
	}
	if err := os.WriteFile("drift.md", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
