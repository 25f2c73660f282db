// Package flowwalk has one construct of wiring a function; the labels say what
// the argument of use comes down to.
package flowwalk

import (
	"cmp"
	"encoding/json"
	"sync"
	"time"

	"flowwalk/lib"
)

func use(v any) {}

func constant() { use(3 * time.Second) } // is: 3s

func variable() {
	d := time.Hour
	set := func() { d = time.Second }
	set()
	use(d) // is: 1h | 1s
}

func branch(fast bool) {
	d := time.Hour
	if fast {
		d = time.Second
	}
	use(d) // is: 1h | 1s
}

func limitOf(c *lib.Client) time.Duration { return c.Conn().Limit }

func twoOfOne() {
	a, b := lib.WithLimit(10*time.Second), lib.WithLimit(8*time.Second)
	use(a.Conn().Limit) // is: 10s
	use(limitOf(b))     // is: 8s
}

func handedOver() {
	c := lib.New(&lib.Conn{})
	use(c.Conn().Limit) // is: zero
}

func options() {
	use(lib.Configured().Conn().Limit)                                      // is: 30s
	use(lib.Configured(lib.Limit(5 * time.Second)).Conn().Limit)            // is: 5s
	use(lib.Configured(lib.Name("x")).Conn().Limit)                         // is: 30s
	use(lib.Configured(lib.Name("x"), lib.Limit(time.Minute)).Conn().Limit) // is: 1m
}

func setter() {
	c := lib.New(&lib.Conn{})
	c.SetLimit(7 * time.Second)
	use(c.Conn().Limit) // is: 7s | zero
}

type service struct {
	client *lib.Client
	wait   time.Duration
}

func newService(c *lib.Client, d time.Duration) *service { return &service{client: c, wait: d} }

func (s *service) run() {
	use(s.client.Conn().Limit) // is: 10s | zero
	use(s.wait)                // is: 2s | 4s
}

func services() {
	newService(lib.WithLimit(10*time.Second), 2*time.Second).run()
	newService(lib.New(new(lib.Conn)), 4*time.Second).run()
}

var once = sync.OnceValue(func() *lib.Client { return lib.WithLimit(9 * time.Second) })

func lazily() { use(once().Conn().Limit) } // is: 9s

func table() {
	limits := map[string]time.Duration{"a": time.Second, "b": 2 * time.Second}
	use(limits["a"]) // is: 1s | 2s
	steps := []func() time.Duration{func() time.Duration { return 6 * time.Second }}
	for _, s := range steps {
		use(s()) // is: 6s
	}
}

type fixed struct{ d time.Duration }

func (f fixed) Limit() time.Duration { return f.d }

func behind(s lib.Source) {
	use(s.Limit()) // is: 11s
}

func interfaces() { behind(fixed{d: 11 * time.Second}) }

type config struct {
	Timeout time.Duration
	Retry   struct{ Wait time.Duration }
}

func fallback(c config) {
	if c.Timeout == 0 {
		c.Timeout = 5 * time.Second
	}
	use(c.Timeout) // is: 20s | 5s
}

func configs() { fallback(config{Timeout: 20 * time.Second}) }

func either(d time.Duration) time.Duration {
	if d <= 0 {
		d = 3 * time.Second
	}
	return d
}

func defaults() {
	use(either(0))              // is: 3s
	use(either(time.Minute))    // is: 1m
	use(cmp.Or(0, time.Second)) // is: 1s
}

func decoded(b []byte) {
	var c config
	c.Timeout = time.Second
	_ = json.Unmarshal(b, &c)
	use(c.Timeout)    // is: 1s | outside
	use(c.Retry.Wait) // is: outside | zero
}

func nested() {
	var c config
	c.Retry.Wait = time.Minute
	use(c.Retry.Wait) // is: 1m
}

func bound() {
	s := newService(nil, 13*time.Second)
	f := s.delay
	use(f()) // is: 13s
}

func (s *service) delay() time.Duration { return s.wait }

type generic[T any] struct{ v T }

func make1[T any](v T) *generic[T] { return &generic[T]{v: v} }

func (g *generic[T]) get() T { return g.v }

func generics() { use(make1(14 * time.Second).get()) } // is: 14s

func named() (d time.Duration) {
	defer func() {
		if recover() != nil {
			d = time.Hour
		}
	}()
	return time.Second
}

func results() { use(named()) } // is: 1h | 1s

func loops() {
	d := time.Second
	for range 3 {
		use(d) // is: 1s | arith
		d = d + 2
	}
}

func unusedOption() {
	use(lib.Configured(lib.Name("y")).Conn().Limit) // is: 30s
}

type holder struct{ conn *lib.Conn }

func later() *holder {
	h := &holder{conn: &lib.Conn{}}
	h.conn.Limit = 15 * time.Second
	return h
}

func laters() { use(later().conn.Limit) } // is: 15s

func neverCalled() func(*lib.Conn) { return func(c *lib.Conn) { c.Limit = 99 * time.Second } }

func dead() {
	c := &lib.Conn{Limit: 16 * time.Second}
	_ = neverCalled
	use(c.Limit) // is: 16s
}

func handler(c *lib.Conn) func() time.Duration { return func() time.Duration { return c.Limit } }

func methodValue() {
	s := newService(lib.WithLimit(17*time.Second), 0)
	each(s.limit)
}

func (s *service) limit() time.Duration { return s.client.Conn().Limit }

func each(f func() time.Duration) {
	use(f())                                      // is: 17s | 18s
	use(handler(&lib.Conn{Limit: time.Second})()) // is: 1s
}

func literals() {
	d := 18 * time.Second
	each(func() time.Duration { return d })
}

type chain interface{ next(chain) chain }

type link struct{ d time.Duration }

func (l link) next(chain) chain { return l }

// round: what a call returns is, in the next round, what it is given.
func round(c chain) {
	for range 3 {
		c = c.next(c)
	}
	use(c.(link).d) // is: 19s
}

func rounds() { round(link{d: 19 * time.Second}) }

func pair(d time.Duration) (time.Duration, bool) { return d, true }

func pairs() {
	d := 20 * time.Second
	for range 3 {
		d, _ = pair(d)
	}
	use(d) // is: 20s
}
