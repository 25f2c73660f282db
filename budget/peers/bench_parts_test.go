package peers

import (
	"context"
	"net/http"
	"testing"
	"time"

	avast "github.com/avast/retry-go/v5"
	"github.com/cenkalti/backoff/v5"
	"github.com/cristalhq/hedgedhttp"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sethvargo/go-retry"
	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/budget"
)

// contender is one library's way to do what a benchmark is about.
type contender struct {
	name string
	run  func() error
}

func race(b *testing.B, contenders ...contender) {
	for _, c := range contenders {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func succeed() error { return nil }

// caller returns a context with a deadline that is far away.
func caller(b *testing.B) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	b.Cleanup(cancel)
	return ctx
}

// BenchmarkRetry: a call that may be repeated and succeeds at once. budget's line
// is its whole stack but for the breaker, because it has no lesser one.
func BenchmarkRetry(b *testing.B) {
	ctx := caller(b)
	d := newDependency(b, budget.Policy{})
	fs := failsafe.With[any](retrypolicy.NewWithDefaults[any]()).WithContext(ctx)
	reused := avast.New(avast.Context(ctx))
	race(
		b,
		contender{"budget", func() error {
			_, err := budget.Do(ctx, d, func(context.Context) (int, error) { return 0, nil }, budget.Idempotent())
			return err
		}},
		contender{"failsafe-go", func() error { return fs.Run(succeed) }},
		contender{"cenkalti backoff", func() error {
			_, err := backoff.Retry(ctx, func() (int, error) { return 0, nil })
			return err
		}},
		contender{"sethvargo go-retry", func() error {
			return retry.Do(ctx, retry.WithMaxRetries(2, retry.NewConstant(time.Second)), func(context.Context) error { return nil })
		}},
		contender{"avast retry-go", func() error { return avast.New(avast.Context(ctx)).Do(succeed) }},
		contender{"avast retry-go, reused", func() error { return reused.Do(succeed) }},
	)
}

// BenchmarkBreaker: a closed breaker, alone.
func BenchmarkBreaker(b *testing.B) {
	two := gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{})
	cb := circuitbreaker.NewWithDefaults[any]()
	fs := failsafe.With[any](cb)
	race(
		b,
		contender{"gobreaker two-step, as budget/breaker has it", func() error {
			done, err := two.Allow()
			if err == nil {
				done(nil)
			}
			return err
		}},
		contender{"failsafe-go policy", func() error { return fs.Run(succeed) }},
		contender{"failsafe-go permit", func() error {
			if !cb.TryAcquirePermit() {
				return errDown
			}
			cb.RecordSuccess()
			return nil
		}},
	)
}

// BenchmarkBulkhead: a free slot, alone.
func BenchmarkBulkhead(b *testing.B) {
	slots := make(chan struct{}, 64)
	fs := failsafe.With[any](bulkhead.New[any](64))
	race(
		b,
		contender{"channel, as budget has it", func() error {
			select {
			case slots <- struct{}{}:
				<-slots
				return nil
			default:
				return errDown
			}
		}},
		contender{"failsafe-go", func() error { return fs.Run(succeed) }},
	)
}

// BenchmarkTimeout: a bound of 1 s on a call that returns at once.
func BenchmarkTimeout(b *testing.B) {
	ctx := caller(b)
	d := newDependency(b, budget.Policy{})
	fs := failsafe.With[any](timeout.New[any](time.Second)).WithContext(ctx)
	race(
		b,
		contender{"context.WithTimeout", func() error {
			_, cancel := context.WithTimeout(ctx, time.Second)
			cancel()
			return nil
		}},
		contender{"budget Context", func() error {
			_, cancel, err := d.Context(ctx)
			if err == nil {
				cancel()
			}
			return err
		}},
		contender{"budget Timeout", func() error {
			_, err := d.Timeout(ctx)
			return err
		}},
		contender{"failsafe-go", func() error { return fs.Run(succeed) }},
	)
}

// stub answers 200 without a body.
type stub struct{}

func (stub) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}, nil
}

// BenchmarkTransport: a GET through each library's transport.
func BenchmarkTransport(b *testing.B) {
	ctx := caller(b)
	through := func(name string, rt http.RoundTripper) contender {
		return contender{name, func() error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency.test/", nil)
			if err != nil {
				return err
			}
			resp, err := rt.RoundTrip(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		}}
	}
	hedged, err := hedgedhttp.NewRoundTripper(time.Second, 2, stub{})
	if err != nil {
		b.Fatal(err)
	}
	rh := retryablehttp.NewClient()
	rh.Logger = nil
	rh.HTTPClient.Transport = stub{}
	race(
		b,
		through("no library", stub{}),
		through("budget", newDependency(b, budget.Policy{}).Transport(stub{})),
		through("failsafe-go retry", failsafehttp.NewRoundTripper(stub{}, failsafehttp.NewRetryPolicyBuilder().Build())),
		through("failsafe-go retry and timeout", failsafehttp.NewRoundTripper(stub{},
			failsafehttp.NewRetryPolicyBuilder().Build(), timeout.New[*http.Response](time.Second))),
		through("go-retryablehttp", &retryablehttp.RoundTripper{Client: rh}),
		through("hedgedhttp", hedged),
	)
}
