// Package ok holds sleeps that must not be reported.
package ok

import (
	"context"
	"log"
	"math/rand"
	"net/http"
	"time"
)

func work(context.Context) error { return nil }

// No context is in scope.
func settle() { time.Sleep(time.Second) }

// A moment.
func blink(ctx context.Context) { time.Sleep(20 * time.Millisecond) }

// An unknown time, once: it may be a moment.
func once(ctx context.Context, d time.Duration) { time.Sleep(d) }

// The clean-up is not for the caller.
func cleanup(ctx context.Context) error {
	defer func() {
		time.Sleep(time.Second)
		log.Print("closed")
	}()
	return work(ctx)
}

// The context has ended: this is the grace.
func stop(ctx context.Context) {
	<-ctx.Done()
	time.Sleep(5 * time.Second)
}

// The same, in a branch.
func drain(ctx context.Context, stopped chan struct{}) {
	select {
	case <-ctx.Done():
		time.Sleep(5 * time.Second)
	case <-stopped:
	}
}

// The goroutine has nothing to do with the context.
func detached(ctx context.Context) {
	go func() {
		for {
			log.Print("alive")
			time.Sleep(time.Minute)
		}
	}()
	_ = work(ctx)
}

// Each turn looks, and half a second is not long.
func poll(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if work(ctx) == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// It refuses its context.
func fake(_ context.Context) { time.Sleep(time.Second) }

// The wait ends with the context.
func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}

// A handler that is made, not run, here.
func slow(d time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(2 * time.Second)
		w.WriteHeader(http.StatusOK)
	}
}

// A daemon without a way to stop it.
func daemon() {
	for {
		_ = work(context.Background())
		time.Sleep(10 * time.Second)
	}
}

// What is started after cancel does not belong to it.
func after(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	_ = work(ctx)
	cancel()
	time.Sleep(time.Second)
}

// A moment, once, for a server to come up.
func settleDown(ctx context.Context) {
	time.Sleep(500 * time.Millisecond)
	<-ctx.Done()
}

// A loop that paces itself.
func pace(ctx context.Context, in <-chan string, throttleDuration time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-in:
			log.Print(s)
			time.Sleep(throttleDuration)
		}
	}
}

// At most 125 ms, and each turn looks.
func stagger(ctx context.Context) {
	for ctx.Err() == nil {
		_ = work(ctx)
		time.Sleep(25*time.Millisecond + time.Duration(rand.Int63n(int64(100*time.Millisecond))))
	}
}

// At most 50 ms.
func jitter(ctx context.Context, r *rand.Rand) {
	for {
		if work(ctx) == nil {
			return
		}
		time.Sleep(time.Duration(r.Float64() * float64(50*time.Millisecond)))
	}
}

func over(ctx context.Context) bool { return ctx.Err() != nil }

// Each turn asks in words of its own.
func drained(ctx context.Context) {
	for !over(ctx) {
		time.Sleep(time.Second)
	}
}

// Tenths of a second, and what is called ends with the context.
func locked(ctx context.Context) {
	for i := range 3 {
		if work(ctx) == nil {
			return
		}
		time.Sleep(time.Duration(i+1) * 100 * time.Millisecond)
	}
}

type options struct{ wait func() time.Duration }

// Each turn asks, and nothing says that the pace is slow.
func slowly(ctx context.Context, o options) {
	for ctx.Err() == nil {
		if wait := o.wait(); wait > 0 {
			time.Sleep(wait)
		}
	}
}

// What a field says may be nothing at all in production.
type paced struct{ pause time.Duration }

func (p *paced) run(ctx context.Context) {
	for {
		time.Sleep(p.pause)
		if ctx.Err() != nil {
			return
		}
	}
}

// Short enough to wait for.
func short(ctx context.Context, ready func() bool) {
	for !ready() {
		time.Sleep(200 * time.Millisecond)
	}
}

// A second more or less: the one who gave up hardly notices.
func second(ctx context.Context, ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}

// Once, for others to hear of it.
func gossip(ctx context.Context) {
	log.Print("leaving")
	time.Sleep(2 * time.Second)
}

// The same in a handler.
func hold(w http.ResponseWriter, r *http.Request) {
	time.Sleep(time.Second)
	w.WriteHeader(http.StatusOK)
}

// The parameter is not what the name means any more.
func anew(ctx context.Context, pause time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 3 {
		if work(ctx) == nil {
			return
		}
		time.Sleep(pause)
	}
}

// A random part of a time keeps many from doing it at once.
func spread(ctx context.Context) {
	for {
		time.Sleep(time.Duration(rand.Int63n(int64(time.Minute))))
		if work(ctx) == nil {
			return
		}
	}
}

// A goroutine that nobody waits for is late, and that is all.
func background(ctx context.Context) {
	go func() {
		for ctx.Err() == nil {
			_ = work(ctx)
			time.Sleep(time.Minute)
		}
	}()
}

func staggered(ctx context.Context, r *rand.Rand, pause time.Duration) {
	for work(ctx) != nil {
		drawn := max(time.Duration(r.Float64()*float64(pause)), time.Second)
		time.Sleep(drawn)
	}
}

// The same, where only the goroutine itself asks.
func (p *paced) start(ctx context.Context) {
	go func() {
		for {
			if ctx.Err() != nil {
				return
			}
			time.Sleep(5 * time.Second)
		}
	}()
}
