package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/txtar"
)

// listed is a package as the go command lists it.
type listed struct {
	ImportPath, Dir   string
	GoFiles, Imports  []string
	ImportMap         map[string]string
	Standard, DepOnly bool
	Module            *struct{ Path, Version, GoVersion string }
}

// TestUnits drives the protocol of go vet by hand, as a build system does whose
// workers share no more than a cache: one process a package, after those of its
// imports, and nothing between them but their files of facts. It finds what the
// command finds that sees everything at once; also as Bazel asks, which knows
// no modules and names files from the root of its workspace.
func TestUnits(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "units.txtar"))
	require.NoError(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, file := range txtar.Parse(text).Files {
		name := filepath.Join(dir, filepath.FromSlash(file.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, file.Data, 0o600))
	}
	packages := goList(t, dir)

	var stdout bytes.Buffer
	cmd := exec.Command("timeoutlint", "./...")
	cmd.Dir, cmd.Stdout = dir, &stdout
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	require.Equal(t, exitFindings, exit.ExitCode())
	// Who is held takes the whole program: what sees one package at a time does not say it.
	alone := regexp.MustCompile(`; holds [^\n]*`).ReplaceAllString(stdout.String(), "")
	want := slices.Sorted(strings.Lines(alone))
	require.Len(t, want, 2, "%q", want)

	standard := &builder{dir: dir, packages: packages}
	standard.build(t, func(p listed) bool { return p.Standard })
	for name, bazel := range map[string]bool{"modules": false, "Bazel": true} {
		t.Run(name, func(t *testing.T) {
			b := &builder{dir: dir, bazel: bazel, packages: packages, facts: maps.Clone(standard.facts)}
			b.build(t, func(p listed) bool { return !p.Standard })
			require.Equal(t, want, slices.Sorted(slices.Values(b.found)))
		})
	}
}

// goList is the packages of the module in dir and all they import, what is
// imported first.
func goList(t *testing.T, dir string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,ImportMap,Standard,DepOnly,Module", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.Output()
	require.NoError(t, err)
	var packages []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}

// builder stands in for the build system.
type builder struct {
	dir      string
	bazel    bool
	packages []listed

	mu    sync.Mutex
	facts map[string]string // file of facts, by import path
	found []string          // lines as the command prints them
}

// build analyses the packages, as many at once as there are processors, each
// when its imports have been.
func (b *builder) build(t *testing.T, wanted func(listed) bool) {
	t.Helper()
	if b.facts == nil {
		b.facts = map[string]string{}
	}
	scratch := t.TempDir()
	done := map[string]chan struct{}{}
	slots := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for i, p := range b.packages {
		if p.ImportPath == "unsafe" || !wanted(p) {
			continue
		}
		ready := make(chan struct{})
		var before []chan struct{}
		for _, imp := range p.Imports {
			if path := p.resolve(imp); done[path] != nil {
				before = append(before, done[path])
			}
		}
		done[p.ImportPath] = ready
		all.Go(func() {
			defer close(ready)
			for _, other := range before {
				<-other
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			if err := b.unit(p, filepath.Join(scratch, fmt.Sprint(i))); err != nil {
				t.Errorf("%s: %v", p.ImportPath, err)
			}
		})
	}
	all.Wait()
}

func (p listed) resolve(imp string) string {
	if path, ok := p.ImportMap[imp]; ok {
		return path
	}
	return imp
}

// language is the version of Go that a package is written in: the standard
// library is in that of its release.
func language(p listed) string {
	if p.Module == nil || p.Standard {
		return version.Lang(runtime.Version())
	}
	return "go1.26"
}

// unit runs one process for one package; base is the beginning of its files' names.
func (b *builder) unit(p listed, base string) error {
	cfg := unitchecker.Config{
		ID: p.ImportPath, Compiler: "gc", ImportPath: p.ImportPath, GoVersion: language(p),
		ImportMap: map[string]string{}, PackageVetx: map[string]string{}, Standard: map[string]bool{p.ImportPath: p.Standard},
		VetxOnly: p.DepOnly, VetxOutput: base + ".facts",
	}
	dir := b.dir
	for _, file := range p.GoFiles {
		cfg.GoFiles = append(cfg.GoFiles, filepath.Join(p.Dir, file))
	}
	if m := p.Module; m != nil {
		cfg.ModulePath, cfg.ModuleVersion = m.Path, m.Version
	}
	if b.bazel {
		cfg.ModulePath, cfg.ModuleVersion = "", ""
		for i, file := range cfg.GoFiles {
			if rel, err := filepath.Rel(dir, file); err == nil && !p.Standard {
				cfg.GoFiles[i] = filepath.ToSlash(rel)
			}
		}
	}
	b.mu.Lock()
	for _, imp := range p.Imports {
		path := p.resolve(imp)
		cfg.ImportMap[imp] = path
		if file := b.facts[path]; file != "" {
			cfg.PackageVetx[path] = file
		}
	}
	b.mu.Unlock()
	text, err := json.Marshal(cfg)
	if err != nil {
		return err
	}
	if err := os.WriteFile(base+".cfg", text, 0o600); err != nil {
		return err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("timeoutlint", "-json", base+".cfg")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, &stderr)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.facts[p.ImportPath] = cfg.VetxOutput
	if p.DepOnly {
		return nil
	}
	var told map[string]map[string][]struct{ Posn, Message string }
	if err := json.Unmarshal(stdout.Bytes(), &told); err != nil {
		return fmt.Errorf("%w in %s", err, &stdout)
	}
	for _, byRule := range told {
		for _, list := range byRule {
			for _, d := range list {
				b.found = append(b.found, strings.TrimPrefix(d.Posn, dir+string(filepath.Separator))+": "+d.Message+"\n")
			}
		}
	}
	return nil
}
