package driver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

// otherDriver is the program that lists packages in place of the go command,
// as build systems have one.
func otherDriver(env []string) string {
	if env == nil {
		env = os.Environ()
	}
	driver := ""
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "GOPACKAGESDRIVER="); ok {
			driver = value
		}
	}
	if driver == "off" {
		return ""
	}
	return driver
}

// ask lists packages through GOPACKAGESDRIVER. That is slower: it is asked on
// every run, and what packages outside the project declare is told by the
// contents of their files.
func ask(ctx context.Context, opts Options, l *listing) error {
	start := time.Now()
	conf := &packages.Config{
		Context: ctx, Dir: opts.Dir, Env: opts.Env, Tests: opts.Tests, Overlay: opts.Overlay,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedEmbedFiles,
	}
	if len(opts.Tags) > 0 {
		conf.BuildFlags = []string{"-tags=" + strings.Join(opts.Tags, ",")}
	}
	roots, err := packages.Load(conf, opts.Patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return errors.New("GOPACKAGESDRIVER: " + oneLine(err.Error()))
	}
	l.notices = append(l.notices, "GOPACKAGESDRIVER lists the packages: slower than the go command, and on every run")
	wanted := map[*packages.Package]bool{}
	for _, p := range roots {
		wanted[p] = true
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		l.packages = append(l.packages, told(p, wanted[p]))
	})
	l.took = time.Since(start)
	return l.matched(opts)
}

// told is a package in the go command's words.
func told(p *packages.Package, wanted bool) *listed {
	out := &listed{ImportPath: name(p), Name: p.Name, DepOnly: !wanted, GoFiles: p.GoFiles, OtherFiles: p.OtherFiles,
		IgnoredGoFiles: p.IgnoredFiles, ImportMap: map[string]string{}, Module: toldModule(p.Module)}
	if len(p.GoFiles) > 0 {
		out.Dir = filepath.Dir(p.GoFiles[0])
	}
	if _, variant, ok := strings.Cut(p.ID, " ["); ok {
		out.ForTest = strings.TrimSuffix(strings.TrimSuffix(variant, "]"), ".test")
	}
	for path, dep := range p.Imports {
		out.Imports = append(out.Imports, path)
		if name(dep) != path {
			out.ImportMap[path] = name(dep)
		}
	}
	for _, e := range p.Errors {
		if e.Kind == packages.ListError && out.Error == nil {
			out.Error = &listError{Pos: e.Pos, Err: e.Msg}
		}
	}
	return out
}

// name is the package's import path or, of a test variant, its ID.
func name(p *packages.Package) string {
	if strings.Contains(p.ID, " [") || strings.HasSuffix(p.ID, ".test") {
		return p.ID
	}
	return p.PkgPath
}

func toldModule(m *packages.Module) *module {
	if m == nil {
		return nil
	}
	return &module{Path: m.Path, Version: m.Version, Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion,
		Main: m.Main, Indirect: m.Indirect, Time: m.Time, Replace: toldModule(m.Replace)}
}
