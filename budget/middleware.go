package budget

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// ServerOptions says how a server bounds its requests. Zero durations mean the
// defaults; see Validate for what is refused.
type ServerOptions struct {
	Default time.Duration // deadline of a request that brings none; 0 = 10s, or Floor if that is more
	Max     time.Duration // longest deadline granted, whatever is asked; 0 = 30s, or Floor if that is more
	Floor   time.Duration // with less left the handler does not run; 0 = 5ms, or Default or Max if that is less
	Skew    time.Duration // how wrong the caller's clock may be; 0 = 5s

	// Reserve keeps the handler's deadline below http.Server.WriteTimeout, which
	// does not cancel a handler: it must end early enough to write its answer.
	// 0 = 500ms, or a quarter of WriteTimeout if that is less; where it leaves less
	// than Floor of WriteTimeout, it is a quarter, too.
	Reserve time.Duration

	// Accept names further sources, read in this order when HeaderTimeout is
	// absent or malformed; the first readable one wins. nil = none.
	Accept []Source

	// Dark observes and counts but neither refuses nor shortens: for a roll-out.
	Dark bool

	// Limiter sheds load: a request for which it has no slot is answered 503 with
	// a Retry-After, without running the handler, after a wait of at most a
	// quarter of its time. [NewAdaptive] finds out by itself how many the server
	// can bear. It is for one kind of work: give routes that wait for different
	// things a middleware each. nil = none; not asked when Dark.
	Limiter Limiter

	Stats    *ServerStats // counters; nil = none
	Observer Observer     // events; nil = none
}

// ServerStats counts what the middleware saw. The zero value is ready; one may
// be shared by several middlewares.
type ServerStats struct {
	Requests  atomic.Uint64 // all
	Malformed atomic.Uint64 // with a header that could not be read
	Skewed    atomic.Uint64 // whose two deadlines disagree by more than Skew
	Clamped   atomic.Uint64 // that asked for more than Max, or than WriteTimeout leaves
	Spared    atomic.Uint64 // expired by an absolute deadline, but so many are that it must be the clock
	Expired   atomic.Uint64 // expired on arrival (answered 504, unless Dark)
	Shed      atomic.Uint64 // for which the Limiter had no slot (answered 503)
	Orphans   atomic.Uint64 // whose handler went on after its deadline
}

// Middleware gives every request a deadline: the caller's if it sent one, else
// Default; at most Max, below the server's WriteTimeout, and never later than
// the request's context already has.
//
// The relative header counts, from now on. An absolute one beside it is only
// compared: if they disagree by more than Skew, that is counted. An absolute one
// alone is read if Accept says so, and may be Skew too early; if one in five
// requests is expired by it all the same, it is the clock that is wrong, and the
// others are let in with Default. A malformed header is absent, and counted, never
// an error to the caller. A request with less than Floor left is answered 504 with
// HeaderExpired, without running the handler.
//
// Options that Validate refuses make a server that answers every request 500, and
// says why: it must not serve without the bounds that were meant.
//
// Retries stay on one level: what a request's [HeaderAttempt] says holds for
// every operation under its context, and a failing answer whose cause has been
// repeated already says so in [HeaderExhausted].
//
// Give routes that stream for long a middleware of their own with a larger Max.
func Middleware(o ServerOptions) func(http.Handler) http.Handler {
	err := o.Validate()
	o = o.WithDefaults()
	late := new(tokens)
	late.init(rejectShare, rejectBurst)
	return func(next http.Handler) http.Handler {
		return &bounded{o, next, late, err}
	}
}

// At most this share of requests is rejected by the caller's clock alone, and
// that many in a row.
const (
	rejectShare = 0.2
	rejectBurst = 10
)

// Validate returns an error that names the option which makes no sense: a negative
// duration, or a Floor above Default or Max, with which no request would be served.
func (o ServerOptions) Validate() error {
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"Default", o.Default}, {"Max", o.Max}, {"Floor", o.Floor}, {"Skew", o.Skew}, {"Reserve", o.Reserve}} {
		if d.value < 0 {
			return fmt.Errorf("budget: ServerOptions.%s is negative: %v", d.name, d.value)
		}
	}
	o = o.WithDefaults()
	if o.Floor > min(o.Default, o.Max) {
		return fmt.Errorf("budget: ServerOptions.Floor %v is above Default %v or Max %v: no request could be served", o.Floor, o.Default, o.Max)
	}
	return nil
}

// WithDefaults returns the options in force, their zero values resolved.
func (o ServerOptions) WithDefaults() ServerOptions {
	o.Default = cmp.Or(o.Default, max(10*time.Second, o.Floor))
	o.Max = cmp.Or(o.Max, max(30*time.Second, o.Floor))
	o.Floor = cmp.Or(o.Floor, min(5*time.Millisecond, o.Default, o.Max))
	o.Skew = cmp.Or(o.Skew, 5*time.Second)
	if o.Stats == nil {
		o.Stats = new(ServerStats)
	}
	return o
}

type bounded struct {
	ServerOptions
	next  http.Handler
	late  *tokens // for rejects by the caller's clock
	wrong error   // what the options have against them
}

func (b *bounded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if b.wrong != nil {
		http.Error(w, b.wrong.Error(), http.StatusInternalServerError)
		return
	}
	start := time.Now()
	ctx := r.Context()
	granted, expired := b.admit(r, start)
	if expired {
		b.Stats.Expired.Add(1)
		b.observe(ctx, Event{Kind: KindExpired, Reason: ReasonFloor, Outcome: Rejected, Remaining: granted})
		if !b.Dark {
			w.Header().Set(HeaderExpired, "1")
			http.Error(w, "deadline expired on arrival", http.StatusGatewayTimeout)
			return
		}
	}
	if !b.Dark {
		bounded, cancel := WithAtMost(ctx, granted)
		defer cancel()
		hopped, hop := WithHop(withCriticality(bounded, r.Header), attemptOf(r.Header))
		if b.Limiter != nil {
			release := b.slot(hopped, granted)
			if release == nil {
				b.shed(ctx, w, granted)
				return
			}
			took := time.Now()
			defer func() { release(hop.pressure(bounded), time.Since(took)) }()
		}
		w, r = writerFor(w, hop), r.WithContext(hopped)
	}
	defer b.orphan(ctx, start, granted)
	b.next.ServeHTTP(w, r)
}

// admit works out the time a request may take from now, and whether that is too
// little to begin.
func (b *bounded) admit(r *http.Request, now time.Time) (granted time.Duration, expired bool) {
	b.Stats.Requests.Add(1)
	a := arrivalOf(r.Header, now, b.Skew, b.Accept)
	if a.malformed {
		b.Stats.Malformed.Add(1)
		b.observe(r.Context(), Event{Kind: KindMalformed})
	}
	if a.skewed {
		b.Stats.Skewed.Add(1)
		b.observe(r.Context(), Event{Kind: KindSkew, Remaining: a.left})
	}
	granted = b.Default
	b.late.deposit()
	switch {
	case a.absolute && a.left < b.Floor && !b.late.take():
		b.Stats.Spared.Add(1)
	case a.absolute:
		granted = min(a.left, max(a.left-b.Skew, b.Default)) // tolerance grants no more than saying nothing does
	case a.known:
		granted = a.left
	}
	if left, ok := Remaining(r.Context()); ok {
		granted = min(granted, left)
	}
	if granted < b.Floor {
		return granted, true
	}
	most := min(b.Max, b.writable(r))
	if a.known && granted > most {
		b.Stats.Clamped.Add(1)
	}
	return min(granted, most), false
}

// writable is the time until the answer could no longer be written.
func (b *bounded) writable(r *http.Request) time.Duration {
	server, ok := r.Context().Value(http.ServerContextKey).(*http.Server)
	if !ok || server.WriteTimeout <= 0 {
		return b.Max
	}
	reserve := b.Reserve
	if reserve == 0 {
		reserve = min(500*time.Millisecond, server.WriteTimeout/4)
	}
	if server.WriteTimeout-reserve < b.Floor {
		reserve = server.WriteTimeout / 4
	}
	return server.WriteTimeout - reserve
}

// orphan counts a handler that worked on after nobody waited for it.
func (b *bounded) orphan(ctx context.Context, start time.Time, granted time.Duration) {
	elapsed := time.Since(start)
	if elapsed <= granted+orphanGrace {
		return
	}
	b.Stats.Orphans.Add(1)
	b.observe(ctx, Event{Kind: KindOrphan, Reason: ReasonTimeout, Outcome: Failure, Granted: granted, Elapsed: elapsed})
}

func (b *bounded) observe(ctx context.Context, e Event) {
	if b.Observer != nil {
		e.Dependency = "server"
		b.Observer.Observe(ctx, e)
	}
}
