package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// table keeps what is measured.
type table struct {
	name            string
	project, commit string
	packages, lines int // of what the tools look at, without tests
}

var columns = []string{"project", "commit", "packages", "lines", "scenario", "tool", "version",
	"wall", "cpu", "wall_ratio", "cpu_ratio", "peak_mb", "rounds"}

func newTable(ctx context.Context, name, project, dir string) (*table, error) {
	t := &table{name: name}
	var ok bool
	if t.project, t.commit, ok = strings.Cut(project, "@"); !ok {
		return nil, errors.New("-project is needed: NAME@COMMIT")
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := t.write(columns...); err != nil {
			return nil, err
		}
	}
	list := exec.CommandContext(ctx, "go", "list", "-e", "-f", "{{$d := .Dir}}.{{range .GoFiles}} {{$d}}/{{.}}{{end}}", "./...")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		t.packages++
		for _, file := range strings.Fields(line)[1:] {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			t.lines += bytes.Count(text, []byte("\n"))
		}
	}
	return t, nil
}

func (t *table) add(s scenario, of tool, m medians, rounds int) error {
	if t == nil {
		return nil
	}
	number := func(n float64) string { return fmt.Sprintf("%.3g", n) }
	return t.write(t.project, t.commit, fmt.Sprint(t.packages), fmt.Sprint(t.lines), s.name, of.name, of.version(),
		number(m.wall), number(m.cpu), number(m.wallRatio), number(m.cpuRatio), fmt.Sprintf("%.0f", m.peak), fmt.Sprint(rounds))
}

func (t *table) write(cells ...string) error {
	file, err := os.OpenFile(t.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(tsv.Write(file, cells...), file.Close())
}
