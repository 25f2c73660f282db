package bench

import (
	"math/rand/v2"
	"sync"
	"time"
)

// A Herd is many clients that lose the same server in the same moment, as when it
// restarts, and all come back for it.
type Herd struct {
	Clients  int
	Outage   time.Duration // nothing is answered until then
	Capacity int           // calls that the server then answers in one tick; the rest fail at once
	Tick     time.Duration

	Attempts  int           // of a client, the first included
	Base, Cap time.Duration // the wait after attempt n is Base<<(n-1), at most Cap
	Jitter    bool          // a random part of it, as package budget waits, and not all
	Seed      uint64
}

// DefaultHerd is a thousand clients whose attempts, with or without jitter, reach
// well past an outage of a second.
func DefaultHerd() Herd {
	ms := time.Millisecond
	return Herd{Clients: 1000, Outage: 1000 * ms, Capacity: 20, Tick: 10 * ms, Attempts: 10, Base: 50 * ms, Cap: 1000 * ms, Seed: 1}
}

// A HerdResult is what became of the clients.
type HerdResult struct {
	OK, Failed int // clients that got their answer, and that gave up
	Calls      int
	Peak       int           // most calls in one tick after the outage
	Took       time.Duration // until the last client had its answer or gave up
}

// RunHerd runs the herd on the clock of the calling goroutine.
func RunHerd(h Herd) HerdResult {
	s := &tickServer{herd: h, start: time.Now(), ticks: map[int64]int{}}
	var clients sync.WaitGroup
	var mu sync.Mutex
	var r HerdResult
	for i := range h.Clients {
		rng := rand.New(rand.NewPCG(h.Seed, uint64(i)))
		clients.Go(func() {
			ok := h.client(s, rng)
			mu.Lock()
			defer mu.Unlock()
			if ok {
				r.OK++
			} else {
				r.Failed++
			}
		})
	}
	clients.Wait()
	r.Took = time.Since(s.start)
	r.Calls, r.Peak = s.calls, s.peak
	return r
}

func (h Herd) client(s *tickServer, rng *rand.Rand) bool {
	for n := 1; n <= h.Attempts; n++ {
		if s.call() {
			return true
		}
		if n == h.Attempts {
			break
		}
		wait := min(h.Base<<(n-1), h.Cap)
		if h.Jitter {
			wait = time.Duration(rng.Int64N(int64(wait) + 1))
		}
		time.Sleep(wait)
	}
	return false
}

// tickServer answers so many calls in a tick.
type tickServer struct {
	herd  Herd
	start time.Time

	mu    sync.Mutex
	ticks map[int64]int // calls by tick, after the outage
	calls int
	peak  int
}

func (s *tickServer) call() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	at := time.Since(s.start)
	if at < s.herd.Outage {
		return false
	}
	tick := int64(at / s.herd.Tick)
	s.ticks[tick]++
	s.peak = max(s.peak, s.ticks[tick])
	return s.ticks[tick] <= s.herd.Capacity
}
