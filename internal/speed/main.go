// Speed measures timeoutlint beside other tools, on a tree of your choice:
//
//	go run ./internal/speed -tree DIR -edit FILE [-dir DIR] [-staticcheck PATH] [-golangci PATH] [-nilaway PATH] [-build] [-vet] [-n 5]
//
// It runs the contestants in turn, round after round, on a copy of the tree
// and with caches of its own, and prints for each the median time, processor
// time and peak memory, and the median of its ratios to timeoutlint round by
// round: those hold on a machine that others use, too. With -table it keeps that
// for docs/speed.md. With -grow it measures how timeoutlint's first run grows with
// the module. It measures what is given to it and downloads nothing.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// bench is one comparison.
type bench struct {
	tree, dir, edit string // the copy, the folder in it where the tools run, the file that is edited
	work            string // caches and programs
	rounds          int
	tests           bool
	tools           []tool // timeoutlint and its peers
	own             []tool // timeoutlint with its rules, and with none
	table           *table // where what is measured is kept; nil: nowhere
}

func run(ctx context.Context, args []string) error {
	if len(args) == 2 && args[0] == alone {
		return driverAlone(ctx, args[1] == "true")
	}
	f := flag.NewFlagSet("speed", flag.ContinueOnError)
	tree := f.String("tree", "", "the `DIR` to copy and to measure on")
	dir := f.String("dir", ".", "the folder below it where the tools run")
	edit := f.String("edit", "", "the Go `FILE` below it that is edited")
	rounds := f.Int("n", 5, "rounds")
	which := f.String("scenario", strings.Join(names(), ","), "which of these to measure")
	tests := f.Bool("tests", false, "timeoutlint looks at tests, too")
	staticcheck := f.String("staticcheck", "", "`PATH` of staticcheck")
	golangci := f.String("golangci", "", "`PATH` of golangci-lint")
	nilaway := f.String("nilaway", "", "`PATH` of nilaway")
	build := f.Bool("build", false, "also go build")
	vet := f.Bool("vet", false, "also go vet, and go vet -vettool=timeoutlint")
	grow := f.String("grow", "", "instead: a first run on the module `TIMES` over, such as 1,2,4,8")
	table := f.String("table", "", "append what is measured to `FILE`")
	project := f.String("project", "", "with -table: `NAME@COMMIT` of what is measured")
	binary := f.String("timeoutlint", "", "`PATH` of timeoutlint; empty: it is built from the module around")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *tree == "" {
		return fmt.Errorf("-tree is missing")
	}
	work, err := os.MkdirTemp("", "speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &bench{work: work, tree: filepath.Join(work, "tree"), rounds: *rounds, tests: *tests}
	if err := os.CopyFS(b.tree, os.DirFS(*tree)); err != nil {
		return err
	}
	b.dir, b.edit = filepath.Join(b.tree, *dir), filepath.Join(b.tree, *edit)
	if *binary == "" {
		*binary = filepath.Join(work, "timeoutlint")
		build := exec.CommandContext(ctx, "go", "build", "-o", *binary, "github.com/timeoutlint/timeoutlint/cmd/timeoutlint")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building timeoutlint: %w\n%s", err, out)
		}
	}
	if err := b.enter(*binary, *staticcheck, *golangci, *nilaway, *build, *vet); err != nil {
		return err
	}
	if err := b.enterOwn(*binary); err != nil {
		return err
	}
	if *grow != "" {
		return b.grow(ctx, *grow)
	}
	if *table != "" {
		if b.table, err = newTable(ctx, *table, *project, b.dir); err != nil {
			return err
		}
	}
	for _, s := range scenarios {
		if !slices.Contains(strings.Split(*which, ","), s.name) {
			continue
		}
		if s.edits && *edit == "" {
			fmt.Printf("%s: left out, there is no -edit\n\n", s.name)
			continue
		}
		if err := b.measure(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
