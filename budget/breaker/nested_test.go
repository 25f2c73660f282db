package breaker_test

import (
	"context"
	"database/sql"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/breaker"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The one probe of a half-open breaker is enough for an operation inside an
// operation, by whatever means the inner one is made.
func TestProbeIsNotLostByNesting(t *testing.T) {
	for _, how := range []string{"Do", "Begin", "Client"} {
		synctest.Test(t, func(t *testing.T) {
			dep, b := opened(t, breaker.Settings{Probes: 1})
			client := &http.Client{Transport: dep.Transport(roundTripper(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
			}))}
			time.Sleep(5 * time.Second)
			_, err := budget.Do(t.Context(), dep, func(ctx context.Context) (int, error) {
				switch how {
				case "Do":
					return budget.Do(ctx, dep, func(context.Context) (int, error) { return 1, nil })
				case "Begin":
					a, err := dep.Begin(ctx)
					if err != nil {
						return 0, err
					}
					return 1, a.End(nil)
				}
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://payments/", nil)
				if err != nil {
					return 0, err
				}
				resp, err := client.Do(req)
				if err != nil {
					return 0, err
				}
				return resp.StatusCode, resp.Body.Close()
			})
			if err != nil || b.State() != gobreaker.StateClosed {
				t.Errorf("%s in Do: %v, and the breaker is %v, want it closed by its one probe", how, err, b.State())
			}
		})
	}
}

// By default a breaker stays closed for a dependency that answers, if it answers no
// or late.
func TestDefaultsStayClosedOnAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := breaker.New("db", breaker.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		dep, err := budget.New("db", budget.Policy{Breaker: b})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 200 {
			_, _ = budget.Do(t.Context(), dep, func(ctx context.Context) (int, error) {
				switch n % 4 {
				case 0:
					time.Sleep(950 * time.Millisecond)
				case 1:
					return 0, sql.ErrNoRows
				case 2:
					return 0, &budget.StatusError{Code: http.StatusTooManyRequests}
				case 3:
					return budget.Acquire(ctx, time.Millisecond, func(ctx context.Context) (int, error) {
						<-ctx.Done()
						return 0, ctx.Err()
					})
				}
				return 1, nil
			}, budget.Idempotent())
		}
		if b.State() != gobreaker.StateClosed {
			t.Errorf("breaker is %v; counts %+v", b.State(), b.Counts())
		}
	})
}
