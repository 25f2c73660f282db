package bench

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// A SharedPool is a service with two routes that take what they work with from one
// pool: connections, workers, memory. What one route waits for hangs; the other is
// well.
type SharedPool struct {
	Size     int           // of the pool
	Every    time.Duration // between two requests of a route
	Length   time.Duration
	Patience time.Duration // of a request, for its place in the pool

	// Bulkhead is how many requests of a route may be at work at once
	// (Policy.MaxConcurrent); budget.Off is no limit.
	Bulkhead int
}

// DefaultPool is a pool of 20 with 200 requests a second on each route.
func DefaultPool() SharedPool {
	return SharedPool{Size: 20, Every: 5 * time.Millisecond, Length: 10 * time.Second, Patience: 100 * time.Millisecond, Bulkhead: budget.Off}
}

// A PoolResult is the answers of the two routes.
type PoolResult struct {
	Requests           int // of each route
	HangingOK, OtherOK int
}

// RunPool runs it on the clock of the calling goroutine.
func RunPool(p SharedPool) (PoolResult, error) {
	hanging, err := budget.New("hanging", budget.Policy{Ceiling: time.Second, MaxConcurrent: p.Bulkhead})
	if err != nil {
		return PoolResult{}, err
	}
	other, err := budget.New("other", budget.Policy{Ceiling: time.Second, MaxConcurrent: p.Bulkhead})
	if err != nil {
		return PoolResult{}, err
	}
	pool := make(chan struct{}, p.Size)
	take := func(ctx context.Context) (struct{}, error) {
		select {
		case pool <- struct{}{}:
			return struct{}{}, nil
		case <-ctx.Done():
			return struct{}{}, ctx.Err()
		}
	}
	request := func(d *budget.Dependency, work func(context.Context) error) bool {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_, err := budget.Do(ctx, d, func(ctx context.Context) (struct{}, error) {
			if _, err := budget.Acquire(ctx, p.Patience, take); err != nil {
				return struct{}{}, err
			}
			defer func() { <-pool }()
			return struct{}{}, work(ctx)
		})
		return err == nil
	}

	var r PoolResult
	var first, second atomic.Int64
	var requests sync.WaitGroup
	for at := time.Duration(0); at < p.Length; at += p.Every {
		r.Requests++
		requests.Go(func() {
			if request(hanging, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }) {
				first.Add(1)
			}
		})
		requests.Go(func() {
			if request(other, func(context.Context) error { time.Sleep(10 * time.Millisecond); return nil }) {
				second.Add(1)
			}
		})
		time.Sleep(p.Every)
	}
	requests.Wait()
	r.HangingOK, r.OtherOK = int(first.Load()), int(second.Load())
	return r, nil
}
