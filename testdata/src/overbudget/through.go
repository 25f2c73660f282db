package overbudget

import (
	"context"
	"sync"
	"time"

	"github.com/sony/gobreaker"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

var (
	breaker = gobreaker.NewCircuitBreaker(gobreaker.Settings{})
	flights singleflight.Group
	first   sync.Once
)

func plain(u string) error {
	resp, err := patient.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A breaker does not limit what it guards.
func guarded(ctx context.Context) error {
	_, err := breaker.Execute(func() (any, error) {
		return nil, plain("https://guarded.example") // want `http.Client.Get may take 30s .* but overbudget.through gives overbudget.guarded 2s`
	})
	return err
}

func shared(ctx context.Context) error {
	_, err, _ := flights.Do("key", func() (any, error) {
		return nil, plain("https://shared.example") // want `but overbudget.through gives overbudget.shared 2s`
	})
	return err
}

func once(ctx context.Context) {
	first.Do(func() {
		_ = plain("https://once.example") // want `but overbudget.through gives overbudget.once 2s`
	})
}

func grouped(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() error {
		return plain("https://grouped.example") // want `but overbudget.through gives overbudget.grouped 2s`
	})
	return g.Wait()
}

func through(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_ = guarded(ctx)
	_ = shared(ctx)
	once(ctx)
	_ = grouped(ctx)
}

// within2 gives any function a time.
func within2[T any](ctx context.Context, d time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return f(ctx)
}

func lent(ctx context.Context) error {
	_, err := within2(ctx, 2*time.Second, func(ctx context.Context) (int, error) {
		return 0, plain("https://lent.example") // want `but overbudget.within2 gives .* 2s`
	})
	return err
}

func lentLonger(ctx context.Context) error {
	_, err := within2(ctx, time.Minute, func(ctx context.Context) (int, error) {
		return 0, plain("https://longer.example")
	})
	return err
}

// detaches waits for as long as it likes, and its caller for it.
func detaches(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	select { // want `a timer may take 5s`
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Minute):
	}
	return nil
}

func waitsForIt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return detaches(ctx)
}
