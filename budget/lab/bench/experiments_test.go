package bench

import (
	"testing"
	"testing/synctest"
	"time"
)

// Without jitter a herd comes back as one, and most of it is turned away, again
// and again; with it, the same attempts are spread, and everybody gets in.
func TestHerd(t *testing.T) {
	run := func(h Herd) (r HerdResult) {
		synctest.Test(t, func(*testing.T) { r = RunHerd(h) })
		t.Logf("jitter %t: %+v", h.Jitter, r)
		return r
	}
	h := DefaultHerd()
	plain := run(h)
	h.Jitter = true
	spread := run(h)
	band{h.Clients, h.Clients}.check(t, "most calls in a tick without jitter", plain.Peak)
	band{0, h.Clients / 4}.check(t, "answers without jitter", plain.OK)
	band{1, h.Clients / 5}.check(t, "most calls in a tick with jitter", spread.Peak)
	band{h.Clients * 95 / 100, h.Clients}.check(t, "answers with jitter", spread.OK)
	for seed := range uint64(5) {
		h.Seed = seed
		band{h.Clients * 95 / 100, h.Clients}.check(t, "answers with jitter, another seed", run(h).OK)
	}
}

// The route whose dependency hangs takes the whole pool and the other route with
// it, unless a bulkhead leaves room.
func TestSharedPool(t *testing.T) {
	run := func(p SharedPool) (r PoolResult) {
		synctest.Test(t, func(t *testing.T) {
			var err error
			if r, err = RunPool(p); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
		})
		t.Logf("bulkhead %d: %+v", p.Bulkhead, r)
		return r
	}
	p := DefaultPool()
	open := run(p)
	p.Bulkhead = p.Size / 2
	apart := run(p)
	band{0, 0}.check(t, "answers of the hanging route", open.HangingOK+apart.HangingOK)
	band{0, open.Requests / 3}.check(t, "answers of the other route without a bulkhead", open.OtherOK)
	band{apart.Requests * 99 / 100, apart.Requests}.check(t, "answers of the other route with one", apart.OtherOK)
}
