package observed

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// seen is one observation of one row: what the row claims there must be what
// see finds.
type seen struct {
	row  string // the row's name; for text "path text"
	what string // "default", "zero", "negative", "counts"; "waits" for a call; a field for a flow's preset
	see  func(t *testing.T) string
}

var everything = [][]seen{standardSeen, golangSeen, retrySeen, retriedSeen, countedSeen, trialsSeen, optionSeen, serviceSeen, poolSeen}

// TestMain lets the observations wait side by side: they need no processor.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "200"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestObserved(t *testing.T) {
	rows, settings := map[string]bool{}, map[string]bool{}
	table := knowledge.Builtin()
	for _, s := range slices.Concat(everything...) {
		rows[s.row] = true
		if path, name := split(table, s.row); table.Knob(path, name) != nil || table.Retry(path, name) != nil {
			settings[s.row] = true
		}
		t.Run(s.row+" "+s.what, func(t *testing.T) {
			t.Parallel()
			want, err := claim(s.row, s.what)
			if err != nil {
				t.Fatal(err)
			}
			// A busy machine delays what should be immediate, so that a wrong
			// time gets another chance; a wrong row fails each time.
			var got string
			for range 4 {
				if got = s.see(t); same(got, want) {
					return
				}
			}
			t.Errorf("%s: seen %q, the row says %q", s.what, got, want)
		})
	}
	if len(settings) < 150 {
		t.Errorf("only %d knobs and retry settings observed", len(settings))
	}
	t.Logf("%d rows, %d of them knobs or retry settings, in %d observations", len(rows), len(settings), len(slices.Concat(everything...)))
}

// claim is what the row says.
func claim(row, what string) (string, error) {
	table := knowledge.Builtin()
	path, name := split(table, row)
	if k := table.Knob(path, name); k != nil {
		switch what {
		case "default":
			return k.Default, nil
		case "zero":
			return string(k.Zero), nil
		case "negative":
			return string(k.Negative), nil
		}
	}
	if r := table.Retry(path, name); r != nil {
		switch what {
		case "counts":
			return string(r.Counts), nil
		case "one":
			switch {
			case r.One != "":
				return string(r.One), nil
			case r.Counts == knowledge.ExtraTries:
				return "2", nil
			}
			return "1", nil
		case "default":
			return r.Default, nil
		case "zero":
			return string(r.Zero), nil
		case "negative":
			return string(r.Negative), nil
		}
	}
	if c := table.Call(path, name); c != nil && what == "waits" {
		if c.Unbounded() {
			return "infinite", nil
		}
		return "bounded", nil
	}
	if f := table.Flow(path, name); f != nil {
		for _, p := range f.Sets {
			if p.Field == what {
				return p.Value, nil
			}
		}
		switch {
		case slices.Contains(f.Keeps, what), slices.Contains(f.Keeps, "*"):
			return "kept", nil
		case slices.Contains(f.Drops, what):
			return "dropped", nil
		}
	}
	return "", fmt.Errorf("no row %s that says %s", row, what)
}

func split(table *knowledge.Table, row string) (path, name string) {
	if path, name, ok := strings.Cut(row, " "); ok {
		return path, name
	}
	bare := strings.TrimLeft(row, "(*")
	for _, p := range table.Paths() {
		if strings.HasPrefix(bare, p+".") && len(p) > len(path) {
			path = p
		}
	}
	return path, row
}

// same compares durations by value and the rest by text.
func same(got, want string) bool {
	if g, err := time.ParseDuration(got); err == nil {
		if w, err := time.ParseDuration(want); err == nil {
			return g == w
		}
	}
	return got == want
}

// waits runs f and says whether it is done at once, within Patience, or waits
// for ever as far as anyone here can tell.
func waits(t *testing.T, f func()) string {
	t.Helper()
	done := make(chan time.Duration, 1)
	go func() {
		start := time.Now()
		f()
		done <- time.Since(start)
	}()
	select {
	case d := <-done:
		if d < Short/2 {
			return "immediate"
		}
		return "bounded"
	case <-time.After(Patience):
		return "infinite"
	}
}

// silent is a peer that never answers, for the length of the test.
func silent(t *testing.T) string { return peer(t, Silent).Addr }

// tries counts how often run calls a function that fails until it has been
// called enough times to think of it as for ever; a panic or an error before
// the first call is -1.
func tries(run func(f func() error) error) (n int) {
	defer func() {
		if recover() != nil && n == 0 {
			n = -1
		}
	}()
	err := run(func() error {
		if n++; n >= forEver {
			return nil
		}
		return errFails
	})
	if refused := new(refusal); n == 0 && errors.As(err, refused) {
		return -1
	}
	return n
}

// refusal is the error of a constructor that does not take a number.
type refusal struct{ error }

const forEver = 120

var errFails error = fleeting{}

// fleeting is an error worth another try, as resty v3 sees it.
type fleeting struct{}

func (fleeting) Error() string   { return "fails" }
func (fleeting) Temporary() bool { return true }

// counting says what N counts: run it with three.
func counting(run func(n int, f func() error) error) func(*testing.T) string {
	return func(t *testing.T) string {
		switch n := tries(func(f func() error) error { return run(3, f) }); n {
		case 3:
			return string(knowledge.TotalTries)
		case 4:
			return string(knowledge.ExtraTries)
		default:
			return fmt.Sprint(n)
		}
	}
}

// meaning says what n attempts stand for; normal is the number of calls by default.
func meaning(n, normal int, run func(n int, f func() error) error) func(*testing.T) string {
	return func(t *testing.T) string {
		switch got := tries(func(f func() error) error { return run(n, f) }); {
		case got < 0:
			return string(knowledge.Refused)
		case got == 0:
			return string(knowledge.NeverRuns)
		case got >= forEver:
			return string(knowledge.Unlimited)
		case got == normal:
			return string(knowledge.Default)
		case got == 1:
			return string(knowledge.SingleTry)
		default:
			return fmt.Sprint(got)
		}
	}
}

// is is an observation that reads a value back.
func is(v any) func(*testing.T) string { return func(*testing.T) string { return fmt.Sprint(v) } }

func itoa(n int) string { return strconv.Itoa(n) }

// minusOne turns a number of calls into one of retries.
func minusOne(calls string) string {
	n, err := strconv.Atoi(calls)
	if err != nil {
		return calls
	}
	return itoa(n - 1)
}

// fails says whether a construction is refused, by an error or a panic.
func fails(f func() error) (verdict string) {
	defer func() {
		if recover() != nil {
			verdict = string(knowledge.Refused)
		}
	}()
	if f() != nil {
		return string(knowledge.Refused)
	}
	return "accepted"
}

// remaining is how a context that a library made ends.
func remaining(ctx context.Context) string {
	deadline, ok := ctx.Deadline()
	switch {
	case !ok:
		return string(knowledge.Infinite)
	case time.Until(deadline) <= 0:
		return string(knowledge.Immediate)
	}
	return "bounded"
}

func peer(t *testing.T, treat func(net.Conn)) *Peer {
	t.Helper()
	p, err := Listen(treat)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}
