package ok

import (
	"context"
	"io"
	"net/http"

	"budgetuse/store"

	"github.com/timeoutlint/timeoutlint/budget"
)

type till struct {
	d *budget.Dependency
	s *store.Store
	c *http.Client
}

func (t *till) heeds(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, t.s.Heeds, budget.Idempotent())
}

// Not idempotent, so not repeated; and with a key.
func (t *till) charge(ctx context.Context) (int, error) {
	if n, err := budget.Do(ctx, t.d, t.s.Charge); err == nil {
		return n, nil
	}
	return budget.Do(ctx, t.d, t.s.ChargeOnce, budget.Idempotent())
}

// The operation inside repeats, the one around it does not.
func (t *till) load(ctx context.Context) (int, error) {
	return budget.Do(ctx, t.d, func(ctx context.Context) (int, error) { return t.s.Load(ctx) })
}

// Made once.
func newTill(d *budget.Dependency, s *store.Store) *till {
	return &till{d: d, s: s, c: s.Client()}
}

// Handed on as it comes.
func (t *till) pass(w http.ResponseWriter, r *http.Request) {
	resp, err := budget.Do(r.Context(), t.d, func(ctx context.Context) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/", nil)
		if err != nil {
			return nil, err
		}
		return t.c.Do(req)
	}, budget.Idempotent())
	if err != nil {
		budget.WriteError(w, err)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}
