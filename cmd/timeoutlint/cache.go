package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// openCache opens the directory where runs keep what they work out; nil where
// there is none. A run does its work without it.
func (a app) openCache(flags *checkFlags) *cache.Cache {
	if a.keepsNothing(flags.cache) {
		return nil
	}
	dir, err := a.cacheDir(flags.cache)
	var c *cache.Cache
	if err == nil {
		c, err = cache.Open(dir)
	}
	if err != nil && (flags.verbose || flags.cache != "") {
		a.say("nothing is kept: %v", err)
	}
	return c
}

// keepsNothing reports whether a run is to have no cache: off or none, as other
// flags have it, in -cache or, without it, in the environment. A directory of such a
// name is written ./none.
func (a app) keepsNothing(chosen string) bool {
	name := cmp.Or(chosen, a.getenv("TIMEOUTLINT_CACHE"))
	return name == "off" || name == "none"
}

func (a app) cacheDir(chosen string) (string, error) {
	if a.keepsNothing(chosen) {
		return "", errors.New("there is no cache: -cache or TIMEOUTLINT_CACHE says so")
	}
	if chosen != "" {
		return filepath.Abs(chosen)
	}
	return cache.Dir(a.getenv)
}

// cache shows, checks or clears what runs have kept.
func (a app) cache(args []string) int {
	set := flag.NewFlagSet("cache", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	chosen := set.String("cache", "", "the directory, instead of TIMEOUTLINT_CACHE or the user's cache directory")
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(a.stdout, "timeoutlint cache shows what runs have kept; cache check reads all of it and drops\nwhat is damaged; cache clear removes it.\n\n  timeoutlint cache [-cache DIR] [check|clear]\n")
		return exitClean
	} else if err != nil {
		return a.fail("%v", flagError(set, err))
	}
	if set.NArg() > 1 {
		return a.fail("cache takes one of check and clear")
	}
	dir, err := a.cacheDir(*chosen)
	if err != nil {
		return a.fail("%v", err)
	}
	switch set.Arg(0) {
	case "":
		err = a.showCache(dir)
	case "check":
		err = a.checkCache(dir)
	case "clear":
		err = cache.Clear(dir)
	default:
		return a.fail("cache takes one of check and clear, not %q", set.Arg(0))
	}
	if err != nil {
		return a.fail("%v", err)
	}
	return exitClean
}

func (a app) showCache(dir string) error {
	c, err := cache.Open(dir)
	if err != nil {
		return err
	}
	usage, err := c.Usage()
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, dir)
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	entries, bytes := 0, int64(0)
	for _, u := range usage {
		fmt.Fprintf(out, "%s\t%d\t%.1f MB\tused within %s\t\n", u.Kind, u.Entries, float64(u.Bytes)/1e6, time.Since(u.Oldest).Round(time.Second))
		entries, bytes = entries+u.Entries, bytes+u.Bytes
	}
	fmt.Fprintf(out, "all\t%d\t%.1f MB\t\t\n", entries, float64(bytes)/1e6)
	return out.Flush()
}

func (a app) checkCache(dir string) error {
	c, err := cache.Open(dir)
	if err != nil {
		return err
	}
	entries, damaged, err := c.Check()
	for _, file := range damaged {
		fmt.Fprintf(a.stdout, "damaged, removed: %s\n", file)
	}
	fmt.Fprintf(a.stdout, "%d entries read, %d damaged\n", entries, len(damaged))
	return err
}
