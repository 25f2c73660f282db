package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
)

// grow measures how a first run grows with the module: on the module as it is,
// and with more and more of it in it, package by package the same code. Modules
// of like packages and rising size are not to be had otherwise: those that people
// write differ in the size of a package by more than in their number.
func (b *bench) grow(ctx context.Context, sizes string) error {
	list := exec.CommandContext(ctx, "go", "list", "-f", "{{.Module.Path}} {{.Module.Dir}}", "./...")
	list.Dir = b.dir
	text, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	packages := bytes.Count(text, []byte("\n"))
	path, dir, _ := strings.Cut(strings.TrimSpace(strings.SplitN(string(text), "\n", 2)[0]), " ")
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "growth: a first run on the module and copies of it inside it; medians of %d rounds\n", b.rounds)
	fmt.Fprintln(out, "times\tpackages\tcpu\tper package\tpeak MB\tMB per package\t")
	have := 1
	for _, word := range strings.Split(sizes, ",") {
		want, err := strconv.Atoi(word)
		if err != nil || want < have {
			return fmt.Errorf("-grow: %q is not a number that rises from 1", word)
		}
		for ; have < want; have++ {
			if err := copyModule(dir, path, fmt.Sprintf("copy%d", have)); err != nil {
				return err
			}
		}
		var costs []cost
		for round := range b.rounds + 1 { // the first fills what belongs to the machine
			kept := fmt.Sprintf("round%d", round)
			c, err := b.once(ctx, b.tools[0], b.env(b.tools[0], scenarios[0], kept))
			if err != nil {
				return err
			}
			if round > 0 {
				costs = append(costs, c)
			}
			if err := os.RemoveAll(filepath.Join(b.work, kept)); err != nil {
				return err
			}
		}
		m := compare(costs, costs)
		n := float64(packages * want)
		fmt.Fprintf(out, "%d\t%.0f\t%.2f s\t%.1f ms\t%.0f\t%.2f\t\n", want, n, m.cpu, 1000*m.cpu/n, m.peak, m.peak/n)
	}
	return out.Flush()
}

// copyModule copies the packages of a module to a folder of its own, where they
// import each other.
func copyModule(dir, path, name string) error {
	to := filepath.Join(dir, name)
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if rel != "." && apart(file, d.Name()) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		}
		if !d.Type().IsRegular() || d.Name() == "go.mod" || d.Name() == "go.sum" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.HasSuffix(file, ".go") {
			for _, end := range []string{`"`, `/`} {
				text = bytes.ReplaceAll(text, []byte(`"`+path+end), []byte(`"`+path+"/"+name+end))
			}
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o600)
	})
}

// apart: a folder of no package, of another module, or of an earlier copy.
func apart(dir, name string) bool {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		return true
	}
	return name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "copy")
}
