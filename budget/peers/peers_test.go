package peers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

const ms = time.Millisecond

// errDown is what the dependency says when it fails.
var errDown = errors.New("dependency down")

// equal compares what was observed with what this repository says about it.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// newDependency fails the test if the policy makes no sense.
func newDependency(t testing.TB, p budget.Policy) *budget.Dependency {
	t.Helper()
	d, err := budget.New("peer", p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// do runs f as one operation on d.
func do(ctx context.Context, d *budget.Dependency, f func(context.Context) error, o ...budget.CallOption) error {
	_, err := budget.Do(ctx, d, func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) }, o...)
	return err
}

// ledger is a transport that keeps count.
type ledger struct {
	base http.RoundTripper

	attempts, closed atomic.Int64
	mu               sync.Mutex
	errs             []error
}

func (l *ledger) RoundTrip(r *http.Request) (*http.Response, error) {
	l.attempts.Add(1)
	resp, err := l.base.RoundTrip(r)
	if err != nil {
		l.mu.Lock()
		l.errs = append(l.errs, err)
		l.mu.Unlock()
		return nil, err
	}
	resp.Body = &countedBody{ReadCloser: resp.Body, closed: &l.closed}
	return resp, nil
}

type countedBody struct {
	io.ReadCloser
	closed *atomic.Int64
	once   sync.Once
}

func (b *countedBody) Close() error {
	b.once.Do(func() { b.closed.Add(1) })
	return b.ReadCloser.Close()
}
