package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// doctor says what a run goes by, and makes one: for the day on which it does
// not find what it should.
func (a app) doctor(args []string) int {
	s, code := a.prepare(args)
	if s == nil {
		return code
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sheet := s.circumstances(ctx)
	compared := s.compare(ctx)
	result, err := s.analyse(ctx, nil)
	if ctx.Err() != nil {
		return a.fail("interrupted")
	}
	if err == nil && compared == nil {
		found := len(s.findings(result))
		sheet = append(append(sheet, s.course(result)...), row{"findings", fmt.Sprint(found)})
	} else if err == nil {
		sheet = append(sheet, s.course(result)...)
	}
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, r := range sheet {
		fmt.Fprintf(out, "%s\t%s\n", shown.Text(r.what), shown.Text(r.is))
	}
	if err := out.Flush(); err != nil {
		return a.fail("%v", err)
	}
	switch {
	case err != nil:
		return a.fail("%v", err)
	case compared != nil:
		return a.fail("%v", compared)
	case len(result.Crashes) > 0, s.flags.failOnSkipped && !result.Whole():
		return exitFailed
	}
	return exitClean
}

// row is one line of what there is to know. Lines without a name continue the
// one before.
type row struct{ what, is string }

// environment is what the go command goes by.
type environment struct {
	GOMOD, GOWORK, GOVERSION, GOFLAGS, GOOS, GOARCH, CGO_ENABLED, GOTOOLCHAIN string
}

// circumstances is what is known before a run.
func (s *session) circumstances(ctx context.Context) []row {
	sheet := []row{{"timeoutlint", fmt.Sprintf("%s built with %s", buildVersion(), runtime.Version())}}
	var env environment
	if text, err := s.goCommand(ctx, "env", "-json"); err != nil {
		sheet = append(sheet, row{"go command", "cannot be run: " + err.Error()})
	} else if err := json.Unmarshal([]byte(text), &env); err == nil {
		sheet = append(sheet, row{"go command", fmt.Sprintf("%s %s/%s, CGO_ENABLED=%s%s", env.GOVERSION, env.GOOS, env.GOARCH, env.CGO_ENABLED, also(" GOFLAGS=", env.GOFLAGS))})
		sheet = append(sheet, row{"go.mod", orNone(strings.TrimSuffix(env.GOMOD, os.DevNull))})
		if env.GOWORK != "" && env.GOWORK != "off" {
			sheet = append(sheet, row{"go.work", env.GOWORK})
		}
		if text, err := s.goCommand(ctx, "list", "-m", "-f", "{{.Path}} (go {{.GoVersion}})"); err == nil {
			sheet = append(sheet, row{"modules", strings.Join(strings.Split(strings.TrimSpace(text), "\n"), ", ")})
		}
	}
	return append(sheet, s.chosenSheet()...)
}

// chosenSheet is what the configuration and the command line have chosen.
func (s *session) chosenSheet() []row {
	from := fmt.Sprintf("none between %s and %s", s.dir, config.Root(s.dir))
	if s.conf.File() != "" {
		from = shortest(s.conf.File())
	} else if s.flags.config == "none" {
		from = "none, as -config says"
	}
	var on, off []string
	for _, r := range rules.Built() {
		if s.chosen.Run[r.Name] {
			on = append(on, r.Name)
		} else {
			off = append(off, r.Name)
		}
	}
	options := []string{"confidence " + string(s.settings.Confidence)}
	for _, o := range []struct {
		name string
		on   bool
	}{{"notes", s.settings.Notes}, {"tests", s.settings.Tests}} {
		if o.on {
			options = append(options, o.name)
		}
	}
	if len(s.flags.tags) > 0 {
		options = append(options, "tags "+strings.Join(s.flags.tags, ","))
	}
	return []row{
		{"configuration", from},
		{"cache", s.cacheSheet()},
		{"baseline", orNone(shortest(s.baselineFile()))},
		{"options", strings.Join(options, ", ")},
		{"rules on", fmt.Sprintf("%d: %s", len(on), strings.Join(on, " "))},
		{"rules off", fmt.Sprintf("%d: %s", len(off), strings.Join(off, " "))},
	}
}

// cacheSheet is where runs keep what they work out.
func (s *session) cacheSheet() string {
	if s.keepsNothing(s.flags.cache) {
		return "off"
	}
	dir, err := s.cacheDir(s.flags.cache)
	if err == nil {
		_, err = cache.Open(dir)
	}
	if err != nil {
		return "nothing is kept: " + err.Error()
	}
	return dir
}

// course is how a run went.
func (s *session) course(result driver.Result) []row {
	c := result.Stats
	ms := func(d time.Duration) string { return d.Round(time.Millisecond).String() }
	sheet := []row{
		{"packages", fmt.Sprintf("%d in all: %d analysed now, %d known from the cache; %d skipped, %d without Go files for this platform; for what they declare %d loaded and %d read",
			len(result.Packages), c.Analyzed, len(result.Packages)-min(c.Analyzed, len(result.Packages)), c.Skipped, c.Empty, c.External, c.Imported)},
		{"time", fmt.Sprintf("%s in all: %s the go command; on %s: %s dependencies, %s type-checking, %s rules%s",
			ms(c.Wall+s.joining), ms(c.List), number(runtime.GOMAXPROCS(0), "processor", "processors"), ms(c.Load), ms(c.Check), ms(c.Analyze), s.joiningShare(c.Wall))},
	}
	for i, skipped := range result.Skipped {
		sheet = append(sheet, row{first(i, "skipped"), skipped.Package + ": " + skipped.Reason})
	}
	for i, line := range leftOut(result.LeftOut, true) {
		sheet = append(sheet, row{first(i, "left out"), line})
	}
	for i, crash := range result.Crashes {
		sheet = append(sheet, row{first(i, "crashed"), crashed(crash.Analyzer) + " on " + crash.Package + ": " + crash.Reason})
	}
	for i, notice := range result.Notices {
		sheet = append(sheet, row{first(i, "warnings"), notice})
	}
	return sheet
}

// joiningShare is how long the step took that joins what is known of the
// packages, and which part of the run that was; empty where there was none.
func (s *session) joiningShare(rest time.Duration) string {
	if s.joining == 0 {
		return ""
	}
	return fmt.Sprintf("; then %s joining what is known of them, %.1f %% of all", s.joining.Round(time.Millisecond), 100*float64(s.joining)/float64(s.joining+rest))
}

// tell prints a sheet beside the findings, for -v.
func (s *session) tell(sheet []row) {
	for _, r := range sheet {
		if r.what != "" {
			s.say("%s: %s", r.what, r.is)
		}
	}
}

// goCommand asks the go command in the directory of the run.
func (s *session) goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = s.dir, append(s.env[:len(s.env):len(s.env)], "PWD="+filepath.Clean(s.dir))
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	return string(out), err
}

func first(i int, what string) string {
	if i > 0 {
		return ""
	}
	return what
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func also(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}
