package observed

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Jeffail/tunny"
	"github.com/alitto/pond/v2"
	"github.com/gammazero/workerpool"
	"github.com/mercari/go-circuitbreaker"
	"github.com/panjf2000/ants/v2"
	gobreaker1 "github.com/sony/gobreaker"
	gobreaker2 "github.com/sony/gobreaker/v2"
	"github.com/sourcegraph/conc/pool"
	"go.uber.org/ratelimit"
)

var poolSeen = []seen{
	{"(*github.com/panjf2000/ants/v2.Pool).Submit", "waits", func(t *testing.T) string {
		p, err := ants.NewPool(1)
		if err != nil {
			t.Fatal(err)
		}
		_ = p.Submit(func() { <-t.Context().Done() })
		return waits(t, func() { _ = p.Submit(func() {}) })
	}},
	{"(*github.com/panjf2000/ants/v2.poolCommon).ReleaseTimeout", "waits", func(t *testing.T) string {
		p, err := ants.NewPool(1)
		if err != nil {
			t.Fatal(err)
		}
		_ = p.Submit(func() { <-t.Context().Done() })
		return waits(t, func() { _ = p.ReleaseTimeout(Short) })
	}},
	{"github.com/panjf2000/ants/v2.WithNonblocking", "default", func(t *testing.T) string {
		var o ants.Options
		return boolean(o.Nonblocking)
	}},
	{"github.com/panjf2000/ants/v2.WithExpiryDuration", "negative", func(t *testing.T) string {
		return fails(func() error { _, err := ants.NewPool(1, ants.WithExpiryDuration(-1)); return err })
	}},
	{"github.com/panjf2000/ants/v2.NewPool", "zero", func(t *testing.T) string { return capacity(t, 0) }},
	{"github.com/panjf2000/ants/v2.NewPool", "negative", func(t *testing.T) string { return capacity(t, -1) }},
	{"(github.com/alitto/pond/v2.Pool).Submit", "waits", func(t *testing.T) string {
		p := pond.NewPool(1, pond.WithQueueSize(1))
		busy := make(chan struct{})
		p.Submit(func() { close(busy); <-t.Context().Done() })
		<-busy
		p.Submit(func() {})
		return waits(t, func() { p.Submit(func() {}) })
	}},
	{"github.com/alitto/pond/v2.WithQueueSize", "default", func(t *testing.T) string {
		p := pond.NewPool(1)
		p.Submit(func() { <-t.Context().Done() })
		for range 1000 {
			p.Submit(func() {})
		}
		return "unlimited"
	}},
	{"github.com/alitto/pond/v2.WithNonBlocking", "default", is(pond.NewPool(1).NonBlocking())},
	{"github.com/alitto/pond/v2.NewPool", "negative", func(t *testing.T) string {
		return fails(func() error { pond.NewPool(-1); return nil })
	}},
	{"github.com/alitto/pond/v2.NewPool", "zero", func(t *testing.T) string {
		p := pond.NewPool(0)
		for range 1000 {
			p.Submit(func() { <-t.Context().Done() })
		}
		return "unlimited"
	}},
	{"(*github.com/Jeffail/tunny.Pool).Process", "waits", func(t *testing.T) string {
		p := tunny.NewFunc(1, func(any) any { <-t.Context().Done(); return nil })
		return waits(t, func() { p.Process(nil) })
	}},
	{"(*github.com/Jeffail/tunny.Pool).ProcessTimed", "waits", func(t *testing.T) string {
		p := tunny.NewFunc(1, func(any) any { <-t.Context().Done(); return nil })
		return waits(t, func() { _, _ = p.ProcessTimed(nil, Short) })
	}},
	{"(*github.com/Jeffail/tunny.Pool).ProcessCtx", "waits", func(t *testing.T) string {
		p := tunny.NewFunc(1, func(any) any { <-t.Context().Done(); return nil })
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = p.ProcessCtx(ctx, nil) })
	}},
	{"(*github.com/gammazero/workerpool.WorkerPool).SubmitWait", "waits", func(t *testing.T) string {
		p := workerpool.New(1)
		return waits(t, func() { p.SubmitWait(func() { <-t.Context().Done() }) })
	}},
	{"(*github.com/sourcegraph/conc/pool.Pool).Go", "waits", func(t *testing.T) string {
		p := pool.New().WithMaxGoroutines(1)
		p.Go(func() { <-t.Context().Done() })
		return waits(t, func() { p.Go(func() {}) })
	}},
	{"(*github.com/sourcegraph/conc/pool.Pool).WithMaxGoroutines", "zero", func(t *testing.T) string {
		return fails(func() error { pool.New().WithMaxGoroutines(0); return nil })
	}},
	{"(go.uber.org/ratelimit.Limiter).Take", "waits", func(t *testing.T) string {
		l := ratelimit.New(1, ratelimit.WithoutSlack)
		l.Take()
		return waits(t, func() { l.Take() })
	}},
	{"github.com/sony/gobreaker.Settings.ReadyToTrip", "default", func(t *testing.T) string {
		b := gobreaker1.NewCircuitBreaker(gobreaker1.Settings{})
		n := 0
		for b.State() == gobreaker1.StateClosed {
			n++
			_, _ = b.Execute(func() (any, error) { return nil, errFails })
		}
		return "more than " + itoa(n-1) + " failures in a row"
	}},
	{"github.com/sony/gobreaker.Settings.IsSuccessful", "default", func(t *testing.T) string {
		b := gobreaker1.NewCircuitBreaker(gobreaker1.Settings{})
		_, _ = b.Execute(func() (any, error) { return nil, context.Canceled })
		return failure(b.Counts().TotalFailures)
	}},
	{"github.com/sony/gobreaker.Settings.MaxRequests", "default", func(t *testing.T) string {
		b := gobreaker1.NewCircuitBreaker(gobreaker1.Settings{Timeout: 1, ReadyToTrip: func(gobreaker1.Counts) bool { return true }})
		_, _ = b.Execute(func() (any, error) { return nil, errFails })
		time.Sleep(time.Millisecond)
		var n atomic.Int32
		for range 5 {
			go func() { _, _ = b.Execute(func() (any, error) { n.Add(1); <-t.Context().Done(); return nil, nil }) }()
			time.Sleep(10 * time.Millisecond)
		}
		return itoa(int(n.Load()))
	}},
	{"github.com/sony/gobreaker/v2.Settings.ReadyToTrip", "default", func(t *testing.T) string {
		b := gobreaker2.NewCircuitBreaker[any](gobreaker2.Settings{})
		n := 0
		for b.State() == gobreaker2.StateClosed {
			n++
			_, _ = b.Execute(func() (any, error) { return nil, errFails })
		}
		return "more than " + itoa(n-1) + " failures in a row"
	}},
	{"github.com/sony/gobreaker/v2.Settings.IsSuccessful", "default", func(t *testing.T) string {
		b := gobreaker2.NewCircuitBreaker[any](gobreaker2.Settings{})
		_, _ = b.Execute(func() (any, error) { return nil, context.Canceled })
		return failure(b.Counts().TotalFailures)
	}},
	{"github.com/mercari/go-circuitbreaker.WithFailOnContextCancel", "default", func(t *testing.T) string {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		b := circuitbreaker.New()
		_, _ = b.Do(ctx, func() (any, error) { return nil, ctx.Err() })
		return boolean(b.Counters().Failures > 0)
	}},
	{"github.com/mercari/go-circuitbreaker.WithFailOnContextDeadline", "default", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		b := circuitbreaker.New()
		_, _ = b.Do(ctx, func() (any, error) { return nil, ctx.Err() })
		return boolean(b.Counters().Failures > 0)
	}},
}

func boolean(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func failure(n uint32) string {
	if n == 1 {
		return "err == nil"
	}
	return "something else"
}

func capacity(t *testing.T, n int) string {
	p, err := ants.NewPool(n)
	if err != nil {
		return "error"
	}
	for range 1000 {
		if err := p.Submit(func() { <-t.Context().Done() }); err != nil {
			t.Fatal(err)
		}
	}
	return "unlimited"
}
