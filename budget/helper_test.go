package budget_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

const ms = time.Millisecond

var errBoom = errors.New("boom")

// make a dependency or fail the test.
func dependency(t testing.TB, name string, p budget.Policy) *budget.Dependency {
	t.Helper()
	d, err := budget.New(name, p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// work takes d, or until ctx ends: a well-behaved dependency.
func work(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// taking returns a call that answers "ok" after d.
func taking(d time.Duration) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { return "ok", work(ctx, d) }
}

// failing returns a call that fails with err at once, and a count of its calls.
func failing(err error) (func(context.Context) (string, error), *int) {
	n := new(int)
	return func(context.Context) (string, error) { *n++; return "", err }, n
}

// log is an observer that keeps everything.
type log struct {
	mu     sync.Mutex
	events []budget.Event
}

func (l *log) Observe(_ context.Context, e budget.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
}

// of returns the events of one kind.
func (l *log) of(k budget.Kind) []budget.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []budget.Event
	for _, e := range l.events {
		if e.Kind == k {
			out = append(out, e)
		}
	}
	return out
}

func (l *log) kinds() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var s []string
	for _, e := range l.events {
		s = append(s, e.Kind.String())
	}
	return strings.Join(s, " ")
}

// breaker is a two-step breaker that writes down what it is told.
type breaker struct {
	mu     sync.Mutex
	refuse error
	told   []error
	open   int // attempts allowed and not yet reported
}

func (b *breaker) Allow() (func(error), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refuse != nil {
		return nil, b.refuse
	}
	b.open++
	return func(err error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.open--
		b.told = append(b.told, err)
	}, nil
}

// reports is what the breaker was told so far; pending is how many attempts are
// still to be reported.
func (b *breaker) reports() []error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.told)
}

func (b *breaker) pending() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open
}

// roundTripper makes a RoundTripper of a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func reason(t testing.TB, err error, want budget.Reason) *budget.Error {
	t.Helper()
	var e *budget.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T) is no *budget.Error, want reason %v", err, err, want)
	}
	if e.Reason != want {
		t.Fatalf("reason %v, want %v (%v)", e.Reason, want, err)
	}
	return e
}

func timeout(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v does not match context.DeadlineExceeded", err)
	}
	var net interface{ Timeout() bool }
	if !errors.As(err, &net) || !net.Timeout() {
		t.Errorf("%v does not report Timeout() = true", err)
	}
}
