package changes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What the repository's own configuration may not decide: it may be anybody's.
// A folder that is tracked can look like a repository without a working tree,
// and bring a configuration with it.
func commandLine() []string {
	return []string{
		"--no-pager",
		"--no-optional-locks", // the index is not written, and no hook told of it
		"-c", "safe.bareRepository=explicit",
		"-c", "diff.autoRefreshIndex=false",
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=" + os.DevNull,
		"-c", "core.quotePath=true",
	}
}

// run runs git so that it starts no other program, writes nothing and asks
// nobody, whatever the repository says.
func (g Git) run(ctx context.Context, args ...string) (string, error) {
	return g.start(ctx, g.environment(), args...)
}

func (g Git) environment() []string {
	env := g.Env
	if env == nil {
		env = os.Environ()
	}
	return append(slices.Clip(env),
		"LC_ALL=C",             // its messages are read
		"GIT_OPTIONAL_LOCKS=0", // the index stays as it is
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0")
}

// unfiltered is run for what reads the working tree. Git sends that through
// programs whose names the configuration alone knows; it prints them without
// running any, and they are set to nothing.
func (g Git) unfiltered(ctx context.Context, args ...string) (string, error) {
	list, err := g.run(ctx, "config", "--list", "--name-only", "-z")
	if err != nil {
		return "", err
	}
	drivers := map[string]bool{}
	for key := range strings.SplitSeq(list, "\x00") {
		rest, ok := strings.CutPrefix(key, "filter.")
		if dot := strings.LastIndexByte(rest, '.'); ok && dot >= 0 {
			drivers[rest[:dot]] = true
		}
	}
	env := g.environment()
	n := 0
	for _, entry := range env {
		if count, ok := strings.CutPrefix(entry, "GIT_CONFIG_COUNT="); ok {
			n, _ = strconv.Atoi(count) // git itself says what is wrong with it
		}
	}
	for _, driver := range slices.Sorted(maps.Keys(drivers)) {
		for _, setting := range []string{"clean=", "smudge=", "process=", "required=false"} {
			key, value, _ := strings.Cut(setting, "=")
			env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=filter.%s.%s", n, driver, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, value))
			n++
		}
	}
	return g.start(ctx, append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n)), args...)
}

// failure is what git itself said.
type failure struct{ text string }

func (f *failure) Error() string { return "git: " + f.text }

// unless is what a refusal of git means, where it is one.
func unless(err, meaning error) error {
	if f := new(failure); errors.As(err, &f) {
		return meaning
	}
	return err
}

func (g Git) start(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", slices.Concat(commandLine(), args)...)
	cmd.Dir, cmd.Env = g.Dir, env
	cmd.WaitDelay = 5 * time.Second // what git has started may keep its output open
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not in PATH")
	case errors.As(err, &exit):
		text := strings.Join(strings.Fields(errs.String()), " ")
		if strings.Contains(text, "not a git repository") {
			return "", errors.New("not in a git repository")
		}
		return "", &failure{strings.TrimPrefix(text, "fatal: ")}
	case err != nil:
		return "", err
	}
	return out.String(), nil
}
