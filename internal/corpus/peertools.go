package main

import (
	"bytes"
	"cmp"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// peer is another tool that is given the cases. Its findings at the lines of a
// case count when they speak of a wait, a retry or a limit; whatever else it
// says there is told apart.
type peer struct {
	name    string
	module  string // whose version it has, within its program
	about   string // expression for the messages that speak of it; empty: none does, ".": all
	version string
}

// program holds peers.
type program struct {
	path  string
	peers []peer
	args  func(module string) []string
	parse func(out []byte) ([]found, error) // Rule is the peer, File absolute
}

func (p peer) speaks(message string) bool {
	return p.about != "" && regexp.MustCompile(p.about).MatchString(message)
}

// peerPrograms are those that the command line names.
func peerPrograms(o options) (all []program, err error) {
	if o.golangci != "" {
		all = append(all, golangci(o.golangci))
	}
	if o.nilaway != "" {
		all = append(all, nilaway(o.nilaway))
	}
	for _, p := range all {
		info, err := buildinfo.ReadFile(p.path)
		if err != nil {
			return nil, err
		}
		for i, t := range p.peers {
			for _, m := range append(info.Deps, &info.Main) {
				if m.Path == t.module {
					p.peers[i].version = m.Version
				}
			}
		}
	}
	return all, nil
}

func golangci(path string) program {
	peers := []peer{
		{name: "bodyclose", module: "github.com/timakin/bodyclose"}, // speaks of leaks
		{name: "contextcheck", module: "github.com/kkHAIKE/contextcheck", about: "."},
		{name: "durationcheck", module: "github.com/charithe/durationcheck", about: "."},
		{name: "gosec", module: "github.com/securego/gosec/v2", about: `^G11[24]:`}, // servers without timeouts
		{name: "govet", module: "golang.org/x/tools", about: "^lostcancel:"},
		{name: "noctx", module: "github.com/sonatard/noctx", about: "."},
		{name: "staticcheck", module: "honnef.co/go/tools", about: "^SA(1004|1015|5002|5004):"}, // sleeps, ticks, loops that spin
	}
	args := []string{"run", "--allow-parallel-runners", "--no-config", "--default=none", "--tests=false", "--max-issues-per-linter=0", "--max-same-issues=0",
		"--uniq-by-line=false", "--issues-exit-code=0", "--path-mode=abs", "--show-stats=false", "--output.json.path=stdout"}
	for _, p := range peers {
		args = append(args, "--enable="+p.name)
	}
	return program{path, peers, func(string) []string { return args }, parseGolangci}
}

func nilaway(path string) program {
	return program{path, []peer{{name: "nilaway", module: "go.uber.org/nilaway"}}, func(module string) []string {
		return []string{"-json", "-test=false", "-pretty-print=false", "-include-pkgs=" + module}
	}, parseNilaway}
}

func parseGolangci(out []byte) ([]found, error) {
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, err
	}
	var all []found
	for _, i := range report.Issues {
		if i.FromLinter == "typecheck" {
			return nil, fmt.Errorf("typecheck: %s", i.Text)
		}
		all = append(all, found{File: i.Pos.Filename, Line: i.Pos.Line, Rule: i.FromLinter, Message: i.Text})
	}
	return all, nil
}

func parseNilaway(out []byte) ([]found, error) {
	var report map[string]map[string]json.RawMessage // by package and analyzer
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, err
	}
	var all []found
	for pkg, analyzers := range report {
		for _, raw := range analyzers {
			var list []struct{ Posn, Message string }
			if json.Unmarshal(raw, &list) != nil {
				return nil, fmt.Errorf("%s: %s", pkg, raw)
			}
			for _, d := range list {
				position := strings.Split(d.Posn, ":")
				if len(position) < 3 {
					return nil, fmt.Errorf("%q is no place", d.Posn)
				}
				line, err := strconv.Atoi(position[1])
				if err != nil {
					return nil, err
				}
				all = append(all, found{File: position[0], Line: line, Rule: "nilaway", Message: d.Message})
			}
		}
	}
	return all, nil
}

// spots runs the program on a side's package: what it reports in the file of
// the case, and that file's functions.
func (p program) spots(ctx context.Context, o options, src source, s side) ([]spot, func(line int) string, error) {
	tree, err := src.tree(ctx, s.repo, s.commit)
	if err != nil {
		return nil, nil, err
	}
	if tree, err = filepath.EvalSymlinks(tree); err != nil {
		return nil, nil, err
	}
	flags := "GOFLAGS=-buildvcs=false"
	if s.mod != "" {
		flags += " -mod=" + s.mod
	}
	run := func(program string, args ...string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, o.limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, append(args, s.pattern)...)
		cmd.Dir, cmd.Env = filepath.Join(tree, filepath.FromSlash(s.dir)), append(os.Environ(), "GOWORK=off", flags)
		cmd.WaitDelay = time.Second
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		switch {
		case ctx.Err() != nil:
			err = fmt.Errorf("did not end in %s", o.limit)
		case err != nil:
			err = fmt.Errorf("%w: %s", err, below(tree, stderr.String()))
		}
		return out, err
	}
	module, err := run("go", "list", "-f", "{{with .Module}}{{.Path}}{{end}}")
	if err != nil {
		return nil, nil, err
	}
	out, err := run(p.path, p.args(strings.TrimSpace(string(module)))...)
	if err != nil {
		return nil, nil, err
	}
	all, err := p.parse(out)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(tree, filepath.FromSlash(s.place.file))
	around := newOutline(file)
	var spots []spot
	for _, f := range all {
		if f.File == file {
			f.File = s.place.file
			spots = append(spots, spot{f, around.function(f.Line), around.text(f.Line)})
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Message, b.Message)) })
	return spots, around.function, nil
}
