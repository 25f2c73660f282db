package budgetuse

import (
	"context"
	"net/http"
	"time"

	"budgetuse/store"

	"github.com/timeoutlint/timeoutlint/budget"
)

type till struct {
	d *budget.Dependency
	s *store.Store
}

// The functions of another package are looked at where they are.
func (t *till) deaf(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, t.s.Deaf) // want `t\.s\.Deaf waits without the attempt's context`
}

func (t *till) charge(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, t.s.Charge, budget.Idempotent()) // want `a POST in an idempotent operation names no Idempotency-Key`
}

func (t *till) chargeInside(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, func(ctx context.Context) (int, error) {
		return t.s.Charge(ctx) // want `a POST in an idempotent operation names no Idempotency-Key`
	}, budget.Idempotent())
}

func (t *till) load(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, func(ctx context.Context) (int, error) {
		return t.s.Load(ctx) // want `an operation on s\.d runs inside one on t\.d and both repeat`
	}, budget.Idempotent())
}

func (t *till) again(ctx context.Context) (err error) {
	for range 3 {
		if _, err = t.s.Load(ctx); err == nil { // want `budget\.Do is repeated by a loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (t *till) serve(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://prices/", nil)
	if err != nil {
		return
	}
	if resp, err := t.s.Client().Do(req); err == nil { // want `t\.s\.Client makes a client for every call`
		resp.Body.Close()
	}
}

// A plan's call is an operation, too.
func (t *till) planned(ctx context.Context, p budget.Plan, load func(context.Context) error) error {
	return p.Do(ctx, t.d, func(context.Context) error {
		return load(ctx) // want `load is given ctx from outside`
	})
}

// A response that is read when the operation is over.
func (t *till) answer(ctx context.Context, c *http.Client) (*http.Response, error) {
	return budget.Do(ctx, t.d, func(ctx context.Context) (*http.Response, error) { // want `hands out \*http\.Response, .* the attempt goes on, with its slot, until it is closed`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/", nil)
		if err != nil {
			return nil, err
		}
		return c.Do(req)
	})
}
