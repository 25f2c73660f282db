package main

import (
	"errors"
	"os"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

// runReal runs every variant on a TCP server of its own, all at once: they
// sleep nearly all the time.
func runReal(s bench.Stand, variants []bench.Variant) ([]bench.Result, error) {
	results := make([]bench.Result, len(variants))
	failures := make([]error, len(variants))
	var wg sync.WaitGroup
	for i, v := range variants {
		wg.Go(func() {
			l, dial, err := bench.TCP()
			if err != nil {
				failures[i] = err
				return
			}
			results[i], failures[i] = bench.Run(s, v, l, dial)
		})
	}
	wg.Wait()
	return results, errors.Join(failures...)
}

// runFake runs one variant after the other, each in a bubble of t's.
func runFake(t *testing.T, s bench.Stand, variants []bench.Variant) []bench.Result {
	results := make([]bench.Result, len(variants))
	for i, v := range variants {
		synctest.Test(t, func(t *testing.T) {
			l, dial := bench.Memory()
			var err error
			if results[i], err = bench.Run(s, v, l, dial); err != nil {
				t.Error(err)
			}
		})
	}
	return results
}

// asTest runs body as a test and ends the program, with status 0 if it passed.
//
// The only door to a fake clock is synctest.Test, and it wants a test. So a
// command that wants a fake clock has to be one; testing.Main is kept for
// programs that do so. It prints PASS on its way out.
func asTest(body func(*testing.T)) {
	os.Args = os.Args[:1] // the flags are read, and they are not go test's
	testing.Main(
		func(_, _ string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "Lab", F: body}}, nil, nil,
	)
}
