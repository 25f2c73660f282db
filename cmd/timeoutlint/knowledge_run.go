package main

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
)

// confronted is the code and the knowledge of a run, side by side.
type confronted struct {
	conf    *config.Config
	dir     string // absolute
	results []*unknown.Result
	whole   bool // every package could be looked at
}

// confront looks at the packages. Its code is an exit code, exitClean where
// there is something to go on with.
func (a app) confront(flags *knowledgeFlags, patterns []string) (confronted, int) {
	conf, err := flags.readConfig()
	if err != nil {
		return confronted{}, a.fail("%v", err)
	}
	dir, err := filepath.Abs(flags.dir)
	if err != nil {
		return confronted{}, a.fail("%v", err)
	}
	options := flags.settings(conf)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	progress := a.startProgress()
	result, err := driver.Run(ctx, driver.Options{
		Dir:      dir,
		Patterns: patterns,
		Tests:    flags.tests,
		Tags:     flags.tags,
		Env:      a.env,
		Settings: options,
		Collect:  []*analysis.Analyzer{unknown.Analyzer},
		Progress: progress.update,
		Cache:    a.openCache(&flags.checkFlags),
	})
	progress.stop()
	if ctx.Err() != nil {
		return confronted{}, a.fail("interrupted")
	}
	if err != nil {
		return confronted{}, a.fail("%v", err)
	}
	a.aside(&flags.checkFlags, result)
	c := confronted{conf: conf, dir: dir, whole: len(result.Skipped) == 0}
	for _, p := range result.Packages {
		if found, ok := p.Results[0].(*unknown.Result); ok {
			c.results = append(c.results, found)
		}
	}
	switch {
	case len(result.Crashes) > 0:
		return c, exitFailed
	case len(result.Packages) == 0 && len(result.Skipped) > 0:
		return c, a.fail("nothing could be analysed")
	}
	return c, exitClean
}

// relative is a file's name below the directory of the run, with slashes.
func (c *confronted) relative(file string) string {
	if rel, err := filepath.Rel(c.dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

func (a app) printJSON(v any) int {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return a.fail("%v", err)
	}
	return exitClean
}
