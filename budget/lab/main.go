// Lab runs the published timeout experiment again, on real TCP and on a fake
// clock, and prints what happened as a table and as a drawing.
//
//	go run ./lab                       # on real TCP, in real time: 6 s
//	go run ./lab -clock fake           # the same in less than a second
//	go run ./lab -loop open            # users do not wait for each other
//	go run ./lab -svg lab.svg          # and draw queue and successes over time
//	go run ./lab -variants AB -seed 7
//	go run ./lab -clock fake -experiment herd   # jitter against none
//	go run ./lab -clock fake -experiment pool   # a shared pool, with a bulkhead and without
//
// The stand and what may be concluded from it are described in package bench
// (./lab/bench). In short: a timeout below what the server takes, repeated at
// once and for ever, leaves no answer at all, long after the trouble is over;
// the right timeout mends that, and so does a deadline that the server is told
// and keeps; a retry budget alone does not, in a closed loop it even hurts.
//
// On the fake clock the command is a test to itself and ends with the line PASS.
package main

//go:generate go run . -clock fake -svg lab.svg

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr, asTest)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

// run is main with its surroundings as arguments. A run on the fake clock
// happens inside inTest, which need not return.
func run(args []string, out, usage io.Writer, inTest func(func(*testing.T))) error {
	flags := flag.NewFlagSet("lab", flag.ContinueOnError)
	flags.SetOutput(usage)
	clock := flags.String("clock", "real", "real: TCP on loopback, all variants at once; fake: memory and a fake clock")
	loop := flags.String("loop", "closed", "closed: 6 clients that wait for their answers; open: 40 operations a second, come what may")
	svg := flags.String("svg", "", "draw queue and successes over time into this `file`")
	names := flags.String("variants", "", "the `letters` of the variants to run (default all)")
	experiment := flags.String("experiment", "", "another one: herd (retries with and without jitter), pool (a shared pool with and without a bulkhead)")
	seed := flags.Uint64("seed", 1, "of the pauses' randomness")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	if *clock != "real" && *clock != "fake" {
		return fmt.Errorf("-clock %s: want real or fake", *clock)
	}
	if *experiment != "" {
		return other(*experiment, *clock == "fake", out, inTest)
	}
	stand := bench.Published()
	if *clock == "fake" {
		stand = bench.PublishedFake()
	}
	switch *loop {
	case "closed":
	case "open":
		stand.Rate = bench.OpenRate
	default:
		return fmt.Errorf("-loop %s: want closed or open", *loop)
	}
	stand.Seed = *seed
	variants, err := choose(bench.Variants(), *names)
	if err != nil {
		return err
	}

	if *clock == "fake" {
		inTest(func(t *testing.T) {
			if err := report(out, *svg, stand, variants, runFake(t, stand, variants)); err != nil {
				t.Fatal(err)
			}
		})
		return nil
	}
	results, err := runReal(stand, variants)
	if err != nil {
		return err
	}
	return report(out, *svg, stand, variants, results)
}

// other runs one of the other experiments.
func other(name string, fake bool, out io.Writer, inTest func(func(*testing.T))) error {
	run, ok := experiments[name]
	if !ok {
		return fmt.Errorf("-experiment %s: want herd or pool", name)
	}
	if !fake {
		return run(out)
	}
	inTest(func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if err := run(out); err != nil {
				t.Fatal(err)
			}
		})
	})
	return nil
}

// report prints the table and, if a path is given, draws.
func report(out io.Writer, svg string, s bench.Stand, variants []bench.Variant, results []bench.Result) error {
	if err := writeTable(out, variants, results, s.Rate == 0); err != nil {
		return err
	}
	if svg == "" {
		return nil
	}
	return save(svg, func(w io.Writer) error { return writeSVG(w, s, variants, results) })
}

// choose returns the variants named by letters, in the order of all; every one
// when letters is empty.
func choose(all []bench.Variant, letters string) ([]bench.Variant, error) {
	if letters == "" {
		return all, nil
	}
	letters = strings.ToUpper(letters)
	known := ""
	var chosen []bench.Variant
	for _, v := range all {
		known += v.Name
		if strings.Contains(letters, v.Name) {
			chosen = append(chosen, v)
		}
	}
	if unknown := strings.Trim(letters, known); unknown != "" {
		return nil, fmt.Errorf("-variants %s: no variant %q, there are %s", letters, unknown, known)
	}
	return chosen, nil
}

func save(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
