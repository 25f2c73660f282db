package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/garbage"
	"github.com/timeoutlint/timeoutlint/rules"
)

// tool is a contestant.
type tool struct {
	name  string
	args  []string
	cache string // variable that names its cache's folder
	anew  string // where the build cache is its cache: a flag with which that knows nothing of it, %s for what it has not been given yet
}

// again is the tool as it runs in a round: in one that starts without what the
// tool keeps, with the flag that makes it anew.
func (t tool) again(s scenario, mark string) tool {
	if s.own && t.anew != "" {
		t.args = slices.Insert(slices.Clone(t.args), 2, fmt.Sprintf(t.anew, mark))
	}
	return t
}

// version is the one that the go command has stamped on the program, or of the
// go command; "-" for timeoutlint, which is the tree around.
func (t tool) version() string {
	switch path, err := exec.LookPath(t.args[0]); {
	case t.cache == ownCache || err != nil:
	case t.args[0] == "go":
		return runtime.Version()
	default:
		if info, err := buildinfo.ReadFile(path); err == nil && info.Main.Version != "" {
			return info.Main.Version
		}
	}
	return "-"
}

const ownCache = "TIMEOUTLINT_CACHE"

// cost is what one run took.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes, of the largest process; 0: unknown here
}

const golangciConfig = `version: "2"
run: {tests: %v}
linters:
  default: none
  enable: [noctx, bodyclose, contextcheck, durationcheck, gosec, govet]
`

// enter lists the contestants; timeoutlint is the first.
func (b *bench) enter(timeoutlint, staticcheck, golangci, nilaway string, build, vet bool) error {
	tests := fmt.Sprintf("-tests=%v", b.tests)
	b.tools = []tool{
		{name: "timeoutlint", args: []string{timeoutlint, "-config=none", tests, "./..."}, cache: ownCache},
		{name: "go list -deps", args: []string{"go", "list", "-e", "-deps", "./..."}},
	}
	if staticcheck != "" {
		b.tools = append(b.tools, tool{name: "staticcheck", args: []string{staticcheck, tests, "./..."}, cache: "STATICCHECK_CACHE"})
	}
	if golangci != "" {
		config := filepath.Join(b.work, "golangci.yml")
		if err := os.WriteFile(config, []byte(fmt.Sprintf(golangciConfig, b.tests)), 0o600); err != nil {
			return err
		}
		b.tools = append(b.tools, tool{name: "golangci-lint", cache: "GOLANGCI_LINT_CACHE",
			args: []string{golangci, "run", "--allow-parallel-runners", "--config", config, "./..."}})
	}
	if nilaway != "" { // which looks at dependencies, too, unless told which modules to look at
		list := exec.Command("go", "list", "-m")
		list.Dir = b.dir
		module, err := list.Output()
		if err != nil {
			return fmt.Errorf("go list -m: %w", err)
		}
		b.tools = append(b.tools, tool{name: "nilaway", args: []string{nilaway, "-json", "-test=" + fmt.Sprint(b.tests),
			"-include-pkgs=" + strings.Join(strings.Fields(string(module)), ","), "./..."}})
	}
	if build {
		b.tools = append(b.tools, tool{name: "go build", args: []string{"go", "build", "-o", os.DevNull, "./..."}})
	}
	if vet {
		b.tools = append(b.tools,
			tool{name: "go vet", args: []string{"go", "vet", "./..."}, anew: "-printf.funcs=%s"},
			tool{name: "go vet -vettool", args: []string{"go", "vet", "-vettool=" + timeoutlint, "./..."}})
	}
	return nil
}

// enterOwn lists timeoutlint with its default rules, with every rule, and the
// driver with none.
func (b *bench) enterOwn(timeoutlint string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var names []string
	for _, r := range rules.Built() {
		names = append(names, r.Name)
	}
	tests := fmt.Sprintf("-tests=%v", b.tests)
	b.own = []tool{
		{name: "default rules", args: []string{timeoutlint, "-config=none", tests, "./..."}, cache: ownCache},
		{name: "all rules", args: []string{timeoutlint, "-config=none", tests, "-enable=" + strings.Join(names, ","), "./..."}, cache: ownCache},
		{name: "no rule", args: []string{self, alone, fmt.Sprint(b.tests)}},
	}
	return nil
}

// alone, as the first argument, makes this program run the driver without rules.
const alone = "driver-alone"

// driverAlone lists, parses and type-checks the packages of the current folder.
func driverAlone(ctx context.Context, tests bool) error {
	garbage.CollectSeldom(os.Getenv)
	res, err := driver.Run(ctx, driver.Options{Tests: tests})
	if err == nil && res.Stats.Analyzed == 0 {
		err = errors.New("no package was looked at")
	}
	return err
}

// once runs a tool. Whatever it finds, it has done its work; a tool that could
// not do it ends the measurement, since one that fails early is quick.
func (b *bench) once(ctx context.Context, t tool, env []string) (cost, error) {
	cmd := exec.CommandContext(ctx, t.args[0], t.args[1:]...)
	cmd.Dir, cmd.Env = b.dir, append(os.Environ(), env...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	c := cost{wall: time.Since(start)}
	if ctx.Err() != nil {
		return c, ctx.Err()
	}
	if cmd.ProcessState == nil {
		return c, fmt.Errorf("%s: %w", t.name, err)
	}
	found := 1
	if t.cache == ownCache {
		found = 3 // which elsewhere says that the tool has failed
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != found {
		return c, fmt.Errorf("%s: exit code %d\n%s", t.name, code, out)
	}
	c.cpu, c.peak = cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), peak(cmd.ProcessState)
	return c, nil
}
