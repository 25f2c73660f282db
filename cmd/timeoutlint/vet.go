package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
)

// isVet reports whether go vet -vettool runs this command: it asks for the
// version, then for the flags, then hands over one package at a time.
func isVet(args []string) bool {
	return slices.Contains(args, "-V=full") || slices.Contains(args, "-flags") ||
		len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vet answers go vet as any of its tools does, by the nearest configuration
// file. Rules that are off take part when they are named.
func (a app) vet(args []string) int {
	if slices.Contains(args, "-V=full") {
		return a.vetVersion()
	}
	var v vetDoor
	list := a.analyzers
	if !slices.Contains(args, "-flags") {
		var err error
		if v, err = newVetDoor(args[len(args)-1]); err != nil {
			return a.fail("%v", err)
		}
		if list, err = v.rules(a.analyzers, args); err != nil {
			return a.fail("%v", err)
		}
	}
	tools := []*analysis.Analyzer{settings.Analyzer}
	for _, an := range list {
		if !v.below {
			an = leftout.Telling(an, a.stderr)
		}
		tools = append(tools, v.through(an))
	}
	unitchecker.Main(verdict.InOrder(tools)...) // exits
	return exitFailed
}

// vetVersion tells the go command who answers, so that it knows when an answer
// of before still holds: the binary, and the configuration it goes by.
func (a app) vetVersion() int {
	conf, err := nearestConfig(".")
	if err != nil {
		return a.fail("%v", err)
	}
	exe, err := os.Executable()
	if err != nil {
		return a.fail("%v", err)
	}
	sum := sha256.New()
	for _, name := range []string{exe, conf.File()} {
		if name == "" {
			continue
		}
		file, err := os.Open(name)
		if err != nil {
			return a.fail("%v", err)
		}
		_, err = io.Copy(sum, file)
		_ = file.Close()
		if err != nil {
			return a.fail("%v", err)
		}
	}
	fmt.Fprintf(a.stdout, "timeoutlint version devel buildID=%02x\n", sum.Sum(nil))
	return exitClean
}

// vetDoor is one package's run under go vet.
type vetDoor struct {
	conf  *config.Config
	below bool // it is imported by what was asked for: its facts are wanted, and no findings
}

// rules picks what the configuration and the command line ask for, and sets
// the options.
func (v vetDoor) rules(all []*analysis.Analyzer, args []string) ([]*analysis.Analyzer, error) {
	flags, _ := newCheckFlags()
	chosen, err := choose(all, v.conf, flags)
	if err != nil {
		return nil, err
	}
	set := flags.settings(v.conf)
	set.ByTable, set.Asked = true, chosen.List()
	for _, an := range all {
		if named(args, an.Name) {
			set.Asked = append(set.Asked, an.Name)
		}
	}
	text, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	if err := settings.Analyzer.Flags.Set("json", string(text)); err != nil {
		return nil, err
	}
	var list []*analysis.Analyzer
	for _, an := range all {
		if slices.Contains(chosen.analyzers, an) || named(args, an.Name) {
			list = append(list, an)
		}
	}
	return list, nil
}

// through is the analyzer with its name in front of what it says, as in every
// other door: go vet prints messages and no names.
func (v vetDoor) through(an *analysis.Analyzer) *analysis.Analyzer {
	out := *an
	out.Run = func(pass *analysis.Pass) (result any, err error) {
		defer func() { // it costs the rule, not the process and with it the package
			if p := recover(); p != nil {
				result, err = nil, fmt.Errorf("package %s: rule %s crashed: panic: %v%s", pass.Pkg.Path(), an.Name, p, driver.PanicPlace(debug.Stack()))
			}
		}()
		door := *pass
		door.Report = func(d analysis.Diagnostic) {
			if file, err := filepath.Abs(pass.Fset.PositionFor(d.Pos, false).Filename); err == nil && v.conf.Excludes(file) {
				return
			}
			d.Message = an.Name + ": " + d.Message
			pass.Report(d)
		}
		return an.Run(&door)
	}
	return &out
}

// named reports whether a flag is given, with whatever value.
func named(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		flag, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		return strings.TrimPrefix(flag, "-") == name && strings.HasPrefix(arg, "-")
	})
}

// newVetDoor reads what go vet hands over, and the configuration that holds for that
// package. Those of the standard library and of other modules go by none.
func newVetDoor(unit string) (vetDoor, error) {
	text, err := os.ReadFile(unit)
	if err != nil {
		return vetDoor{}, err
	}
	var cfg unitchecker.Config
	if err := json.Unmarshal(text, &cfg); err != nil {
		return vetDoor{}, fmt.Errorf("%s: %w", unit, err)
	}
	v := vetDoor{conf: new(config.Config), below: cfg.VetxOnly}
	if cfg.ModulePath == "" && cfg.Module == nil || cfg.ModuleVersion != "" || len(cfg.GoFiles) == 0 {
		return v, nil
	}
	v.conf, err = nearestConfig(filepath.Dir(cfg.GoFiles[0]))
	return v, err
}

// nearestConfig reads the configuration that holds for a directory.
func nearestConfig(dir string) (*config.Config, error) {
	file, err := config.Find(dir)
	if file == "" || err != nil {
		return new(config.Config), err
	}
	return config.Read(file, shortest(file))
}
