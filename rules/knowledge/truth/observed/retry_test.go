package observed

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
	retryv3 "github.com/avast/retry-go/v3"
	retryv4 "github.com/avast/retry-go/v4"
	retryv5 "github.com/avast/retry-go/v5"
	backoffv3 "github.com/cenkalti/backoff/v3"
	backoffv4 "github.com/cenkalti/backoff/v4"
	backoffv5 "github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/deadline"
	"github.com/eapache/go-resiliency/retrier"
	eapache "github.com/eapache/go-resiliency/semaphore"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis"
	middlewarev1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/jpillora/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"github.com/matryer/try"
	sethvargo "github.com/sethvargo/go-retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	k8sretry "k8s.io/client-go/util/retry"
)

type attempts func(n int, f func() error) error

var (
	tryBackoffV3 attempts = func(n int, f func() error) error {
		return backoffv3.Retry(f, backoffv3.WithMaxRetries(&backoffv3.ZeroBackOff{}, uint64(n)))
	}
	tryBackoffV4 attempts = func(n int, f func() error) error {
		return backoffv4.Retry(f, backoffv4.WithMaxRetries(&backoffv4.ZeroBackOff{}, uint64(n)))
	}
	tryBackoffV5 attempts = func(n int, f func() error) error {
		_, err := backoffv5.Retry(context.Background(), func() (int, error) { return 0, f() }, backoffv5.WithBackOff(&backoffv5.ZeroBackOff{}), backoffv5.WithMaxTries(uint(n)))
		return err
	}
	tryRetryV3 attempts = func(n int, f func() error) error {
		return retryv3.Do(f, retryv3.Attempts(uint(n)), retryv3.Delay(1), retryv3.MaxDelay(1), retryv3.MaxJitter(1))
	}
	tryRetryV4 attempts = func(n int, f func() error) error {
		return retryv4.Do(f, retryv4.Attempts(uint(n)), retryv4.Delay(1), retryv4.MaxDelay(1), retryv4.MaxJitter(1))
	}
	tryRetryV5 attempts = func(n int, f func() error) error {
		return retryv5.New(retryv5.Attempts(uint(n)), retryv5.Delay(1), retryv5.MaxDelay(1), retryv5.MaxJitter(1)).Do(f)
	}
	trySethvargo attempts = func(n int, f func() error) error {
		b := sethvargo.WithMaxRetries(uint64(n), sethvargo.NewConstant(1))
		return sethvargo.Do(context.Background(), b, func(context.Context) error { return retryable(f()) })
	}
	tryLestrrat attempts = func(n int, f func() error) error {
		c := lestrrat.Constant(lestrrat.WithInterval(1), lestrrat.WithMaxRetries(n)).Start(context.Background())
		for lestrrat.Continue(c) {
			if f() == nil {
				return nil
			}
		}
		return errFails
	}
	tryEapache attempts = func(n int, f func() error) error {
		return retrier.New(make([]time.Duration, n), nil).Run(f)
	}
	tryEapacheConstant attempts = func(n int, f func() error) error {
		return retrier.New(retrier.ConstantBackoff(n, 1), nil).Run(f)
	}
	tryEapacheExponential attempts = func(n int, f func() error) error {
		return retrier.New(retrier.ExponentialBackoff(n, 1), nil).Run(f)
	}
	tryEapacheLimited attempts = func(n int, f func() error) error {
		return retrier.New(retrier.LimitedExponentialBackoff(n, 1, 1), nil).Run(f)
	}
	tryMatryer attempts = func(n int, f func() error) error {
		matryer.Lock() // the number is the whole program's
		defer matryer.Unlock()
		defer func(was int) { try.MaxRetries = was }(try.MaxRetries)
		try.MaxRetries = n
		return try.Do(func(int) (bool, error) { return true, f() })
	}
	tryRican attempts = func(n int, f func() error) error {
		return retry.Retry(func(uint) error { return f() }, strategy.Limit(uint(n)))
	}
	trySteps attempts = func(n int, f func() error) error {
		return wait.ExponentialBackoff(wait.Backoff{Steps: n, Duration: 1}, func() (bool, error) { return f() == nil, nil })
	}
	tryMiddleware attempts = func(n int, f func() error) error {
		interceptor := middleware.UnaryClientInterceptor(middleware.WithMax(uint(n)), middleware.WithBackoff(middleware.BackoffLinear(1)))
		return interceptor(context.Background(), "", nil, nil, nil, func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error {
			if f() != nil {
				return status.Error(codes.Unavailable, "")
			}
			return nil
		})
	}
	tryMiddlewareV1 attempts = func(n int, f func() error) error {
		interceptor := middlewarev1.UnaryClientInterceptor(middlewarev1.WithMax(uint(n)), middlewarev1.WithBackoff(middlewarev1.BackoffLinear(1)))
		return interceptor(context.Background(), "", nil, nil, nil, func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error {
			if f() != nil {
				return status.Error(codes.Unavailable, "")
			}
			return nil
		})
	}
	tryOnError attempts = func(n int, f func() error) error {
		return k8sretry.OnError(wait.Backoff{Steps: n, Duration: 1}, func(error) bool { return true }, f)
	}
	tryOnConflict attempts = func(n int, f func() error) error {
		return k8sretry.RetryOnConflict(wait.Backoff{Steps: n, Duration: 1}, func() error {
			if f() != nil {
				return apierrors.NewConflict(schema.GroupResource{}, "", errFails)
			}
			return nil
		})
	}
	tryRedsync attempts = func(n int, f func() error) error {
		m := redsync.New(failing{f}).NewMutex("", redsync.WithTries(n), redsync.WithRetryDelay(1))
		return m.Lock()
	}
)

func tryFailsafe(build func(b retrypolicy.Builder[any], n int) retrypolicy.Builder[any]) attempts {
	return func(n int, f func() error) error {
		return failsafe.With[any](build(retrypolicy.NewBuilder[any](), n).Build()).Run(f)
	}
}

var matryer sync.Mutex

var (
	tryFailsafeRetries  = tryFailsafe(func(b retrypolicy.Builder[any], n int) retrypolicy.Builder[any] { return b.WithMaxRetries(n) })
	tryFailsafeAttempts = tryFailsafe(func(b retrypolicy.Builder[any], n int) retrypolicy.Builder[any] { return b.WithMaxAttempts(n) })
)

var retrySeen = []seen{
	{"github.com/cenkalti/backoff/v3.ExponentialBackOff.MaxElapsedTime", "zero", func(t *testing.T) string {
		b := backoffv3.NewExponentialBackOff()
		b.MaxElapsedTime, b.Clock = 0, new(later)
		b.Reset()
		if b.NextBackOff() == backoffv3.Stop {
			return "stops"
		}
		return "infinite"
	}},
	{"github.com/cenkalti/backoff/v3.NewExponentialBackOff", "MaxElapsedTime", is(backoffv3.NewExponentialBackOff().MaxElapsedTime)},
	{"github.com/avast/retry-go/v3.Attempts", "default", func(t *testing.T) string {
		return number(func(f func() error) error {
			return retryv3.Do(f, retryv3.Delay(1), retryv3.MaxDelay(1), retryv3.MaxJitter(1))
		})
	}},
	{"github.com/avast/retry-go/v3.MaxJitter", "zero", func(t *testing.T) string {
		return fails(func() error { _ = retryv3.Do(func() error { return errFails }, retryv3.MaxJitter(0)); return nil })
	}},
	{"github.com/matryer/try.MaxRetries", "default", is(try.MaxRetries)},
	{"github.com/cenkalti/backoff/v4.ConstantBackOff.Interval", "zero", func(t *testing.T) string {
		n := 0
		return waits(t, func() {
			_ = backoffv4.Retry(func() error {
				if n++; n > 1000 {
					return nil
				}
				return errFails
			}, &backoffv4.ConstantBackOff{})
		})
	}},
	{"github.com/cenkalti/backoff/v4.ExponentialBackOff.MaxElapsedTime", "zero", func(t *testing.T) string {
		b := backoffv4.NewExponentialBackOff(backoffv4.WithMaxElapsedTime(0))
		b.Clock = new(later)
		b.Reset()
		if b.NextBackOff() == backoffv4.Stop {
			return "stops"
		}
		return "infinite"
	}},
	{"github.com/cenkalti/backoff/v4.NewExponentialBackOff", "MaxElapsedTime", is(backoffv4.NewExponentialBackOff().MaxElapsedTime)},
	{"github.com/cenkalti/backoff/v4.NewExponentialBackOff", "InitialInterval", is(backoffv4.NewExponentialBackOff().InitialInterval)},
	{"github.com/cenkalti/backoff/v4.NewExponentialBackOff", "MaxInterval", is(backoffv4.NewExponentialBackOff().MaxInterval)},
	{"github.com/avast/retry-go/v4.Attempts", "default", func(t *testing.T) string {
		return number(func(f func() error) error { return retryv4.Do(f, retryv4.Delay(1), retryv4.MaxJitter(1)) })
	}},
	{"github.com/avast/retry-go/v5.Attempts", "default", func(t *testing.T) string {
		return number(func(f func() error) error { return retryv5.New(retryv5.Delay(1), retryv5.MaxJitter(1)).Do(f) })
	}},
	{"github.com/sethvargo/go-retry.WithMaxRetries", "default", func(t *testing.T) string {
		n := tries(func(f func() error) error {
			return sethvargo.Do(context.Background(), sethvargo.NewConstant(1), func(context.Context) error { return retryable(f()) })
		})
		if n >= forEver {
			return "unlimited"
		}
		return "limited"
	}},
	{"github.com/sethvargo/go-retry.WithMaxDuration", "zero", func(t *testing.T) string {
		n := tries(func(f func() error) error {
			b := sethvargo.WithMaxDuration(0, sethvargo.NewConstant(1))
			return sethvargo.Do(context.Background(), b, func(context.Context) error { return retryable(f()) })
		})
		if n == 1 {
			return "immediate"
		}
		return "goes on"
	}},
	{"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxRetries", "default", func(t *testing.T) string {
		return minusOne(number(func(f func() error) error { return failsafe.With[any](retrypolicy.NewWithDefaults[any]()).Run(f) }))
	}},
	{"github.com/eapache/go-resiliency/retrier.New", "counts", counting(tryEapache)},
	{"github.com/eapache/go-resiliency/retrier.New", "zero", meaning(0, -2, tryEapache)},
	{"github.com/eapache/go-resiliency/deadline.New", "zero", func(t *testing.T) string {
		return waits(t, func() { _ = deadline.New(0).Run(func(stop <-chan struct{}) error { <-t.Context().Done(); return nil }) })
	}},
	{"(*github.com/eapache/go-resiliency/deadline.Deadline).Run", "waits", func(t *testing.T) string {
		return waits(t, func() {
			_ = deadline.New(Short).Run(func(stop <-chan struct{}) error { <-t.Context().Done(); return nil })
		})
	}},
	{"github.com/eapache/go-resiliency/semaphore.New", "zero", func(t *testing.T) string {
		return waits(t, func() { _ = eapache.New(0, 0).Acquire() })
	}},
	{"(*github.com/eapache/go-resiliency/semaphore.Semaphore).Acquire", "waits", func(t *testing.T) string {
		return waits(t, func() { _ = eapache.New(0, Short).Acquire() })
	}},
	{"k8s.io/apimachinery/pkg/util/wait.Poll", "waits", func(t *testing.T) string {
		return waits(t, func() { _ = wait.Poll(time.Millisecond, Short, func() (bool, error) { return false, nil }) })
	}},
	{"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout", "waits", func(t *testing.T) string {
		return waits(t, func() {
			_ = wait.PollUntilContextTimeout(t.Context(), time.Millisecond, Short, true, func(context.Context) (bool, error) { return false, nil })
		})
	}},
	{"k8s.io/apimachinery/pkg/util/wait.PollInfinite", "waits", func(t *testing.T) string {
		return waits(t, func() { _ = wait.PollInfinite(time.Millisecond, func() (bool, error) { return false, nil }) })
	}},
	{"k8s.io/client-go/util/retry.DefaultRetry", "default", is(k8sretry.DefaultRetry.Steps)},
	{"k8s.io/client-go/util/retry.DefaultBackoff", "default", is(k8sretry.DefaultBackoff.Steps)},
	{"github.com/go-redsync/redsync/v4.WithTries", "counts", counting(tryRedsync)},
	{"github.com/go-redsync/redsync/v4.WithTries", "zero", meaning(0, 32, tryRedsync)},
	{"github.com/go-redsync/redsync/v4.WithTries", "default", func(t *testing.T) string {
		return number(func(f func() error) error {
			return redsync.New(failing{f}).NewMutex("", redsync.WithRetryDelay(1)).Lock()
		})
	}},
	{"github.com/jpillora/backoff.Backoff.Min", "default", is(new(backoff.Backoff).Duration())},
	{"github.com/jpillora/backoff.Backoff.Min", "zero", func(t *testing.T) string {
		if new(backoff.Backoff).ForAttempt(0) == 100*time.Millisecond {
			return "default"
		}
		return "literal"
	}},
	{"github.com/jpillora/backoff.Backoff.Min", "negative", func(t *testing.T) string {
		if (&backoff.Backoff{Min: -1}).ForAttempt(0) == 100*time.Millisecond {
			return "default"
		}
		return "literal"
	}},
	{"github.com/jpillora/backoff.Backoff.Max", "default", is(new(backoff.Backoff).ForAttempt(60))},
	{"github.com/jpillora/backoff.Backoff.Max", "negative", func(t *testing.T) string {
		if (&backoff.Backoff{Max: -1}).ForAttempt(60) == 10*time.Second {
			return "default"
		}
		return "literal"
	}},
}

func number(run func(f func() error) error) string { return itoa(tries(run)) }

func retryable(err error) error {
	if err == nil {
		return nil
	}
	return sethvargo.RetryableError(err)
}

// later is a clock on which a year passes between two looks.
type later struct{ looks time.Duration }

func (l *later) Now() time.Time {
	l.looks++
	return time.Unix(0, 0).Add(l.looks * 365 * 24 * time.Hour)
}

// failing is a pool of Redis connections without Redis.
type failing struct{ f func() error }

func (p failing) Get(context.Context) (redis.Conn, error) { return failingConn(p), nil }

type failingConn failing

func (p failingConn) Get(string) (string, error)       { return "", nil }
func (p failingConn) Set(string, string) (bool, error) { return false, nil }
func (p failingConn) SetNX(string, string, time.Duration) (bool, error) {
	err := p.f()
	return err == nil, err
}
func (p failingConn) Eval(*redis.Script, ...any) (any, error) { return int64(0), nil }
func (p failingConn) ScriptLoad(*redis.Script) error          { return nil }
func (p failingConn) PTTL(string) (time.Duration, error)      { return 0, nil }
func (p failingConn) Close() error                            { return nil }
