package faulttest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// verdicts collects what Bounded reports instead of failing the test.
type verdicts struct {
	testing.TB
	errors []string
}

func (v *verdicts) Helper() {}
func (v *verdicts) Errorf(format string, args ...any) {
	v.errors = append(v.errors, fmt.Sprintf(format, args...))
}

func TestBounded(t *testing.T) {
	errOwn := errors.New("own bound")
	tests := []struct {
		name string
		call func(context.Context) error
		want string // part of the verdict; empty passes
	}{
		{
			name: "bounded by a client timeout",
			call: func(ctx context.Context) error {
				client := &http.Client{Transport: faulttest.Hang(), Timeout: 2 * time.Second}
				req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency.test/", nil)
				_, err := client.Do(req) //nolint:bodyclose // never answered
				return err
			},
		},
		{
			name: "well within",
			call: func(context.Context) error { return errOwn },
		},
		{
			name: "never met the hang",
			call: func(context.Context) error { return nil },
			want: "never met the hang",
		},
		{
			name: "no bound of its own",
			call: func(ctx context.Context) error {
				_, err := get(ctx, t, faulttest.Hang()) //nolint:bodyclose // never answered
				return err
			},
			want: "only cancelling its context ended it",
		},
		{
			name: "late",
			call: func(context.Context) error { time.Sleep(2500 * time.Millisecond); return errOwn },
			want: "outlived its bound of 2s",
		},
		{
			name: "deaf",
			call: func(context.Context) error { time.Sleep(time.Hour); return errOwn },
			want: "nothing can end it",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := &verdicts{TB: t}
				_ = faulttest.Bounded(v, 2*time.Second, tt.call)
				time.Sleep(time.Hour) // let the deaf call end: a bubble leaves no goroutine behind
				got := strings.Join(v.errors, "\n")
				if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
					t.Errorf("verdict %q, want %q", got, tt.want)
				}
			})
		})
	}
}

func TestBoundedReturnsTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := faulttest.Bounded(t, time.Second, func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			<-ctx.Done()
			return ctx.Err()
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error = %v, want the call's own", err)
		}
	})
}

func ExampleBounded() {
	// In a test file: func TestFetchIsBounded(t *testing.T) { synctest.Test(t, fetchIsBounded) }
	fetchIsBounded := func(t *testing.T) {
		client := &http.Client{Transport: faulttest.Hang(), Timeout: 2 * time.Second}
		faulttest.Bounded(t, 2*time.Second, func(ctx context.Context) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices.test/today", nil)
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		})
	}
	_ = fetchIsBounded
}
