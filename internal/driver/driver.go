// Package driver loads a module's packages and runs analyzers over them.
//
// It knows the go command, the type checker and the go/analysis contract. It
// knows no rule by name and decides nothing about what is wrong: which
// analyzers run is its caller's choice, what they report comes back as it is,
// with positions resolved.
//
// With a cache, nothing is worked out twice: a run over files that have not
// changed asks nobody, and of a changed package only those importers are
// analysed again that can see the change (see docs/engine.md).
//
// The go command is asked once for the package graph, once more for what the
// build cache has of packages that use C, and never for export data, so that no
// compiler runs. Everything outside the project is
// type-checked from source without function bodies and is not analysed: an
// analyzer that asks for a fact about it is told that there is none. Dependencies
// that Options.Deps names are analysed for facts, once for each version. The
// project's own packages are checked whole, in dependency order, in parallel,
// and each one's syntax is let go as soon as it has been analysed.
package driver

import (
	"context"
	"errors"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Options says what to load and what to run.
type Options struct {
	Dir       string               // where the patterns are resolved; empty: the current directory
	Patterns  []string             // as the go command takes them; empty: ./...
	Tests     bool                 // also test files and external test packages
	Tags      []string             // build tags
	Env       []string             // environment of the go command; nil: this process's
	Overlay   map[string][]byte    // texts in place of files, by absolute name; nil: as if deleted
	Deps      []string             // globs of module paths, as in GOPRIVATE: dependencies that are analysed for facts, like the project's own packages
	Platforms []string             // "linux/amd64": run for each and join what is found; empty: for the go command's
	Settings  *settings.Settings   // result of settings.Analyzer; Run fills its Versions
	Analyzers []*analysis.Analyzer // what to run, with all they require

	// Collect are analyzers whose results are kept, in Package.Results. What a
	// result points to is kept with it: it must not hold syntax or types.
	Collect []*analysis.Analyzer

	// Libraries, where set, says how dependencies are read.
	Libraries *Libraries

	// Ran reports whether a directive that names the rule can be called unused
	// when it suppressed nothing. Nil: the names in Analyzers.
	Ran func(rule string) bool

	// Cache keeps what a run works out for the next one; nil: nothing is kept.
	Cache *cache.Cache

	// Key stands in the cache for what a run depends on beside the options
	// above and the code: with Ran, something that differs when Ran answers
	// differently.
	Key string

	// EncodeFacts sends every fact through gob, as go vet and golangci-lint
	// do between processes, and measures it. For tests and -stats.
	EncodeFacts bool

	// Progress is told of every step, from any goroutine; it must not block.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Phase       string // "listing packages", "reading imports", "analysing"
	Done, Total int    // packages; 0 before "analysing"
}

// Result is what a run found. Packages and what they hold are sorted, so that
// two runs over the same code are equal.
type Result struct {
	Packages  []Package
	Skipped   []Skipped // packages that were asked for and could not be analysed
	LeftOut   []LeftOut // parts of analysed packages that were not looked at
	Crashes   []Crash   // analyzers that failed
	Libraries []any     // results of Options.Libraries, trimmed
	Notices   []string  // what the go command warned of, a line each
	Asides    []string  // what became of the cache, a line each, for who asks
	Stats     Stats
}

// Package is one analysed package. A package and its test files are one; an
// external test package is another.
type Package struct {
	Path        string
	Diagnostics []Diagnostic
	Directives  []Directive // wrong or unused ones
	Results     []any       // of Options.Collect, in that order; nil where one failed
	Files       []string    // its Go files, by absolute name
}

// Skipped is a package that was not analysed, and why, in one line.
type Skipped struct {
	Package, Reason string
	Results         []any    // of those of Options.Collect that run despite errors, in its order; nil where there is none
	Files           []string // its Go files, by absolute name
}

// LeftOut is a part of an analysed package that was given up: a function, or a
// rule that needs what crashed.
type LeftOut struct {
	Package string
	leftout.Item
}

// Whole reports whether everything that was asked for was looked at.
func (r *Result) Whole() bool { return len(r.Skipped)+len(r.LeftOut)+len(r.Crashes) == 0 }

// Crash is an analyzer that failed on a package, in one line.
type Crash struct{ Package, Analyzer, Reason string }

// Stats is what a run cost.
type Stats struct {
	GoCommands     int  // processes of the go command
	Listed         int  // packages the go command named, now or when it was last asked
	Empty          int  // of those, matched and without Go files for this platform
	External       int  // packages loaded from source without bodies
	Imported       int  // packages whose types were read from the cache
	Project        int  // packages of the project
	Analyzed       int  // packages the analyzers ran on
	Reused         int  // packages of which everything was known
	Bodies         int  // packages whose functions were taken apart (SSA)
	Skipped        int  // packages left out
	LeftOut        int  // parts of packages left out: functions, rules
	WholeRun       bool // nothing had changed: all of it was known
	Libraries      int  // packages of dependencies that were read, now or before
	LibrariesKnown int  // of those, before

	List    time.Duration // the go command, by the clock
	Load    time.Duration // external packages: parse and check, summed over workers
	Check   time.Duration // project packages: parse and check, summed over workers
	Analyze time.Duration // analyzers, summed over workers
	Read    time.Duration // dependencies, by the clock
	Wall    time.Duration // all of it, by the clock

	Allocated uint64 // bytes of memory that the process has asked for until the run's end, let go or not

	Facts FactStats
}

// FactStats measures facts; the sizes are known only with EncodeFacts.
type FactStats struct {
	Count, MedianBytes, LargestBytes int
	Largest                          string // the object and the type of the largest
}

// Run loads and analyses. An error means that nothing could be analysed; what
// happened to single packages is in the Result. When ctx ends, Run returns its
// error at once and leaves a package under way to finish in the background.
func Run(ctx context.Context, opts Options) (Result, error) {
	if len(opts.Platforms) > 0 {
		return runPlatforms(ctx, opts)
	}
	opts, err := withFlags(opts)
	if err != nil {
		return Result{}, err
	}
	if len(opts.Patterns) == 0 {
		opts.Patterns = []string{"./..."}
	}
	if opts.Settings == nil {
		opts.Settings = settings.Default()
	}
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return Result{}, err
	}
	if err := above(dir); err != nil {
		return Result{}, err
	}
	plan, err := newPlan(opts.Analyzers, opts.Collect)
	if err != nil {
		return Result{}, err
	}
	for again := 0; ; again++ {
		res, err := runOnce(ctx, opts, dir, plan)
		switch {
		case errors.Is(err, errStale) && again < 2:
			// An entry went between two looks at it: trimmed, cleared or damaged.
		case errors.Is(err, errStale), errors.Is(err, errNeedsAll):
			opts.Cache = nil
		default:
			res.Stats.Allocated = allocated()
			return res, err
		}
	}
}

// allocated is the bytes of memory that the process has asked for so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func runOnce(ctx context.Context, opts Options, dir string, plan *plan) (Result, error) {
	start := time.Now()
	memory := remember(ctx, opts, plan, start)
	opts.progress("looking for changes", 0, 0)
	if res, ok := memory.wholeRun(opts, plan); ok {
		res.Stats.Wall = time.Since(start)
		return res, ctx.Err()
	}
	listing, known := memory.graph()
	var odd []Skipped
	if !known {
		opts.progress("listing packages", 0, 0)
		if otherDriver(opts.Env) == "" {
			opts, odd = leaveOut(opts, dir)
		}
		if len(odd) > 0 {
			memory.unwatched = odd[0].Package + ": " + odd[0].Reason
		}
		var err error
		if listing, err = list(ctx, opts); err != nil {
			return Result{}, err
		}
	}
	g, err := newGraph(listing, opts.Deps)
	if err != nil {
		return Result{}, err
	}
	opts.Settings.Versions = listing.versions()

	r := newRun(opts, plan, g, listing)
	r.keep(memory)
	if err := r.all(ctx); err != nil {
		return Result{}, err
	}
	res := r.result(odd)
	res.Notices = slices.Concat(listing.notices, listing.unmatched(opts.Deps))
	res.Stats.GoCommands = listing.commands + memory.commands
	res.Stats.Listed = len(listing.packages)
	res.Stats.List = listing.took
	if opts.Libraries != nil {
		r.release(ctx)
		readLibraries(ctx, opts, listing, r, memory, &res)
	}
	if ctx.Err() == nil {
		memory.store(r, listing, res)
		opts.Cache.Trim(start, cache.DefaultLimits())
	}
	res.Notices = append(res.Notices, listing.wrote...)
	res.Asides = append(memory.asides(), res.Asides...)
	res.Stats.Wall = time.Since(start)
	return res, nil
}

func (o *Options) progress(phase string, done, total int) {
	if o.Progress != nil {
		o.Progress(Progress{phase, done, total})
	}
}
