package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// listing is what the go command said.
type listing struct {
	packages []*listed
	env      goEnv
	notices  []string
	wrote    []string // files that the go command has written, for this run to say
	commands int
	took     time.Duration
}

// goEnv is the part of "go env" that a run depends on.
type goEnv struct{ GOARCH, GOVERSION, GOMOD, GOWORK string }

// listed is one package of "go list". The fields are few because each costs
// the go command work.
type listed struct {
	Dir, ImportPath, Name, ForTest    string
	Standard, DepOnly                 bool
	Match                             []string
	GoFiles, CgoFiles                 []string
	IgnoredGoFiles, IgnoredOtherFiles []string
	CFiles, CXXFiles, HFiles, SFiles  []string
	OtherFiles                        []string `json:"-"` // as a GOPACKAGESDRIVER names them
	Imports                           []string
	ImportMap                         map[string]string
	Module                            *module
	Error                             *listError
	CTypes                            string `json:"-"` // the file in which cgo declares what comes from C; empty: it is not known
}

const listFields = "Dir,ImportPath,Name,ForTest,Standard,DepOnly,Match,GoFiles,CgoFiles,IgnoredGoFiles,IgnoredOtherFiles," +
	"CFiles,CXXFiles,HFiles,SFiles,Imports,ImportMap,Module,Error"

type module struct {
	Path, Version, Dir, GoMod, GoVersion string
	Main, Indirect                       bool
	Time                                 *time.Time
	Replace                              *module
	Error                                *struct{ Err string }
}

type listError struct {
	ImportStack []string
	Pos, Err    string
}

// list asks the go command for the packages and everything they import.
func list(ctx context.Context, opts Options) (*listing, error) {
	start := time.Now()
	l := &listing{commands: 2}
	args := []string{"list", "-e", "-deps", "-pgo=off", "-buildvcs=false", "-json=" + listFields}
	if opts.Tests {
		args = append(args, "-test")
	}
	if len(opts.Tags) > 0 {
		args = append(args, "-tags="+strings.Join(opts.Tags, ","))
	}
	if len(opts.Overlay) > 0 {
		file, remove, err := overlayFile(opts.Overlay)
		if err != nil {
			return nil, err
		}
		defer remove()
		args = append(args, "-overlay="+file)
	}
	args = append(append(args, "--"), opts.Patterns...)

	var group errgroup.Group
	var envErr error
	group.Go(func() error {
		out, _, err := goCommand(ctx, opts, "env", "-json", "GOARCH", "GOVERSION", "GOMOD", "GOWORK")
		if err == nil {
			err = json.Unmarshal(out, &l.env)
		}
		envErr = err
		return nil
	})
	if otherDriver(opts.Env) != "" {
		_ = group.Wait()
		l.commands = 1
		if envErr != nil {
			return nil, envErr
		}
		return l, ask(ctx, opts, l)
	}
	before := stateOf(goFiles(opts))
	out, stderr, listErr := goCommand(ctx, opts, args...)
	l.wrote = rewritten(before)
	_ = group.Wait()
	l.took = time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case envErr != nil:
		return nil, envErr
	}
	if listErr != nil {
		return nil, l.explain(opts, listErr)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list printed: %w", err)
		}
		l.packages = append(l.packages, p)
	}
	l.notices = append(l.notices, warnings(stderr)...)
	l.findCTypes(ctx, opts)
	return l, l.matched(opts)
}

// matched is the error of patterns that name nothing to analyse.
func (l *listing) matched(opts Options) error {
	found := false
	for _, p := range l.packages {
		switch {
		case p.DepOnly:
		case p.Error != nil && p.Dir == "" && p.Name == "" && !p.unspeakable():
			return l.explain(opts, errors.New(p.Error.Err))
		default:
			found = true
		}
	}
	if !found {
		return fmt.Errorf("no packages match %s", strings.Join(opts.Patterns, " "))
	}
	return nil
}

// unspeakable reports whether a wildcard matched a folder whose name no import
// path can have, as one with a space: that is left out, and the rest is not.
func (p *listed) unspeakable() bool {
	return strings.HasPrefix(p.Error.Err, "malformed import path") && !p.named()
}

// explain says in one line why the go command found no packages.
func (l *listing) explain(opts Options, err error) error {
	outside := l.env.GOMOD == os.DevNull && l.env.GOWORK == ""
	if outside && !slices.ContainsFunc(opts.Patterns, func(p string) bool { return !strings.HasPrefix(p, ".") }) {
		dir, absErr := filepath.Abs(opts.Dir)
		if absErr != nil {
			dir = opts.Dir
		}
		return fmt.Errorf("no go.mod in %s or above: run inside a module, or name its directory with -C", dir)
	}
	return errors.New(oneLine(err.Error()))
}

// versions maps each module of the build to its version, "std" to Go's own.
func (l *listing) versions() map[string]string {
	versions := map[string]string{"std": l.env.GOVERSION}
	for _, p := range l.packages {
		if m := p.Module; m != nil {
			v := m.Version
			if m.Replace != nil && m.Replace.Version != "" && (m.Replace.Path == m.Path || v == "") {
				v = m.Replace.Version
			}
			if v != "" {
				versions[m.Path] = v
			}
		}
	}
	return versions
}

// goCommand runs the go command and waits for it no longer than ctx lasts.
func goCommand(ctx context.Context, opts Options, args ...string) (stdout []byte, stderr string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = time.Minute // for what it started and left behind
	cmd.Dir = opts.Dir
	cmd.Env = opts.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if cmd.Dir != "" {
		// Keeps the names of files as the user sees them under symbolic links.
		if abs, err := filepath.Abs(cmd.Dir); err == nil {
			cmd.Env = append(slices.Clip(cmd.Env), "PWD="+abs)
		}
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	done := make(chan error, 1)
	go func() { done <- cmd.Run() }()
	select {
	case <-ctx.Done(): // the command has been told to end, and nobody waits for it
		return nil, "", ctx.Err()
	case err = <-done:
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, "", errors.New("the go command is not in PATH")
	case errors.As(err, &exit):
		return nil, "", fmt.Errorf("the go command: %s", strings.TrimPrefix(oneLine(errs.String()), "go: "))
	case err != nil:
		return nil, "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return out.Bytes(), errs.String(), nil
}

// warnings picks the lines of the go command that the user should see.
func warnings(stderr string) []string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "go: "), "warning: ")
		if line != "" && !strings.HasPrefix(line, "downloading ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// oneLine joins the lines of a message of the go command.
func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// overlayFile writes an overlay in the form that the go command reads.
func overlayFile(overlay map[string][]byte) (name string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "timeoutlint-overlay-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	replace := map[string]string{}
	for path, content := range overlay {
		abs, err := filepath.Abs(path)
		if err != nil {
			abs = path
		}
		if content == nil {
			replace[abs] = "" // deleted
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(file, content, 0o600); err != nil {
			remove()
			return "", nil, err
		}
		replace[abs] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		name = filepath.Join(dir, "overlay.json")
		err = os.WriteFile(name, text, 0o600)
	}
	if err != nil {
		remove()
	}
	return name, remove, err
}

// arch is the architecture analysed, for the sizes of types.
func (e goEnv) arch() string {
	if e.GOARCH == "" {
		return runtime.GOARCH
	}
	return e.GOARCH
}
