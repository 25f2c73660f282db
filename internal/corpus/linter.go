package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// linter is the binary that is measured.
type linter struct {
	bin   string
	limit time.Duration
	rules map[string]ruleInfo

	enable []string // the flag that switches on what the cases ask for
}

type ruleInfo struct {
	severity string
	on       bool // by default
}

// found is one finding of the linter's JSON, with what a score needs.
type found struct {
	File       string `json:"file"` // below the tree
	Line       int    `json:"line"`
	Rule       string `json:"rule"`
	Confidence string `json:"confidence"`
	Severity   string `json:"severity"`
	Message    string `json:"message"`
}

// report is the linter's JSON; fields it does not know are let be.
type report struct {
	Findings []found `json:"findings"`
	Skipped  []struct {
		Package string `json:"package"`
		Reason  string `json:"reason"`
	} `json:"skipped"`
}

// request is one run.
type request struct {
	tree, dir, mod string   // dir is the module's folder in the tree, mod the go command's -mod
	patterns       []string // below dir
	tags           string
	flags          []string
}

func newLinter(ctx context.Context, o options) (*linter, error) {
	l := &linter{bin: o.bin, limit: o.limit, rules: map[string]ruleInfo{}}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, l.bin, "rules").Output()
	if err != nil {
		return nil, fmt.Errorf("%s rules: %w", l.bin, err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) >= 4 && f[0] != "RULE" {
			l.rules[f[0]] = ruleInfo{severity: f[2], on: f[3] == "on"}
		}
	}
	if len(l.rules) == 0 {
		return nil, fmt.Errorf("%s rules: no rule in what it printed", l.bin)
	}
	return l, nil
}

// run analyses packages; the findings come sorted, with files below the tree.
func (l *linter) run(ctx context.Context, r request) (report, error) {
	var rep report
	args := append([]string{"-C", filepath.Join(r.tree, filepath.FromSlash(r.dir)), "-format=json", "-config=none"}, r.flags...)
	if r.tags != "" {
		args = append(args, "-tags="+r.tags)
	}
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, l.bin, append(args, r.patterns...)...)
	cmd.WaitDelay = time.Second
	flags := "GOFLAGS=-buildvcs=false"
	if r.mod != "" {
		flags += " -mod=" + r.mod
	}
	cmd.Env = append(os.Environ(), "GOWORK=off", flags)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return rep, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
		return rep, fmt.Errorf("%w: %s", err, strings.Join(strings.Fields(below(r.tree, stderr.String())), " "))
	}
	if err := json.Unmarshal(stdout.Bytes(), &rep); err != nil {
		return rep, fmt.Errorf("its JSON: %w", err)
	}
	for i, f := range rep.Findings {
		file := filepath.ToSlash(f.File)
		if rel, err := filepath.Rel(r.tree, f.File); err == nil && filepath.IsAbs(f.File) {
			rep.Findings[i].File = filepath.ToSlash(rel)
		} else {
			rep.Findings[i].File = path.Join(r.dir, file)
		}
	}
	slices.SortFunc(rep.Findings, func(a, b found) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return rep, nil
}

// enableAll switches on the rules of the cases that are off by default.
func (l *linter) enableAll(cases []testCase) {
	var off []string
	for _, c := range cases {
		for _, rule := range l.known(c.rules) {
			if !l.rules[rule].on && !slices.Contains(off, rule) {
				off = append(off, rule)
			}
		}
	}
	if len(off) > 0 {
		slices.Sort(off)
		l.enable = []string{"-enable=" + strings.Join(off, ",")}
	}
}

// known keeps the rules that the binary has; a row may name rules of a later day.
func (l *linter) known(rules []string) []string {
	return slices.DeleteFunc(slices.Clone(rules), func(r string) bool { _, ok := l.rules[r]; return !ok })
}

// loweredToNote reports whether the finding is a note although its rule is not.
func (l *linter) loweredToNote(f found) bool {
	return f.Severity == "note" && l.rules[f.Rule].severity != "note"
}
