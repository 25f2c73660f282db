// Package budget is a stub of the companion.
package budget

import (
	"context"
	"net/http"
	"time"
)

const Off = -1

type Policy struct {
	Ceiling, Floor, Reserve time.Duration
	MaxConcurrent           int
	MaxWait, SlowCall       time.Duration
	Retry                   Retry
}

type Retry struct {
	Attempts         int
	Base, Cap, Total time.Duration
}

type ServerOptions struct {
	Default, Max, Floor, Skew, Reserve time.Duration
}

type Dependency struct{ policy Policy }

type CallOption struct{ within time.Duration }

type Error struct{}

func (e *Error) Error() string { return "" }

func New(name string, p Policy) (*Dependency, error) { return nil, nil }

func (d *Dependency) Client(change ...func(*http.Transport)) *http.Client { return nil }
func (d *Dependency) Transport(base http.RoundTripper) http.RoundTripper  { return nil }
func (d *Dependency) Timeout(ctx context.Context, o ...CallOption) (time.Duration, error) {
	return 0, nil
}
func (d *Dependency) Context(ctx context.Context, o ...CallOption) (context.Context, context.CancelFunc, error) {
	return nil, nil, nil
}
func (d *Dependency) Begin(ctx context.Context, o ...CallOption) (*Attempt, error) { return nil, nil }

type Attempt struct{}

func (a *Attempt) Context() context.Context { return nil }
func (a *Attempt) End(err error) error      { return err }

func Idempotent() CallOption                  { return CallOption{} }
func Within(ceiling time.Duration) CallOption { return CallOption{} }

func Do[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), o ...CallOption) (T, error) {
	return f(ctx)
}

func DoOr[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), fallback func(context.Context, *Error) (T, error), o ...CallOption) (T, error) {
	return f(ctx)
}

func Acquire[T any](ctx context.Context, wait time.Duration, acquire func(context.Context) (T, error)) (T, error) {
	return acquire(ctx)
}

func Detach(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return nil, nil
}
func WithAtMost(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return nil, nil
}
func Middleware(o ServerOptions) func(http.Handler) http.Handler             { return nil }
func NewServer(addr string, h http.Handler, o ...ServerOptions) *http.Server { return nil }

func WithOptions(ctx context.Context, o ...CallOption) context.Context                 { return ctx }
func (d *Dependency) WithOptions(ctx context.Context, o ...CallOption) context.Context { return ctx }

type Step struct {
	Dependency *Dependency
	Optional   bool
}

type Plan struct {
	Reserve time.Duration
	Steps   []Step
}

func (p Plan) Step(i int) CallOption { return CallOption{} }
func (p Plan) Do(ctx context.Context, d *Dependency, f func(context.Context) error, o ...CallOption) error {
	return f(ctx)
}

const HeaderIdempotencyKey = "Idempotency-Key"

func WriteError(w http.ResponseWriter, err error) {}
