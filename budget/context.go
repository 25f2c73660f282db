package budget

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// attemptContext is the context of one attempt. It makes a real one, with a timer
// and a place in its parent's list, only when somebody waits for its end: most
// calls that succeed at once never do. It also is the mark by which a call inside
// the attempt knows what it is part of.
type attemptContext struct {
	parent context.Context
	d      *Dependency
	end    time.Time // of the attempt; never later than the parent's

	number  int     // of the attempt in its operation
	repeats bool    // the operation may repeat the attempt
	hedge   bool    // the attempt runs beside another one
	seed    keySeed // of the operation's Idempotency-Keys

	over atomic.Bool // the attempt has ended
	lent atomic.Bool // a call inside uses its slot

	inUse   atomic.Bool // a key of its requests is: the attempt before is still worked on
	failing atomic.Bool // the last call inside on the same dependency has failed
	spent   atomic.Bool // the last operation inside on another one has, and nobody should repeat it

	making sync.Mutex
	made   atomic.Bool
	inner  context.Context // set before made
	cancel context.CancelFunc
	posts  map[string]int // under making: requests that were given a key, by address
}

// Deadline returns the attempt's end.
func (c *attemptContext) Deadline() (time.Time, bool) { return c.end, true }

// Done makes the real context, if nobody has yet.
func (c *attemptContext) Done() <-chan struct{} { return c.real().Done() }

// Err asks the clock while nobody waits. An end, once seen, stays what it was.
func (c *attemptContext) Err() error {
	if !c.made.Load() && !c.over.Load() && c.parent.Err() == nil && time.Now().Before(c.end) {
		return nil
	}
	return c.real().Err()
}

type insideKey struct{}

// Value answers for the attempt itself, then like the real context.
func (c *attemptContext) Value(key any) any {
	switch key {
	case insideKey{}:
		return c
	case attemptKey{}:
		if c.repeats {
			return AttemptNumber(c.parent) + c.number - 1
		}
	}
	if c.made.Load() {
		return c.inner.Value(key)
	}
	return c.parent.Value(key)
}

func (c *attemptContext) real() context.Context {
	if c.made.Load() {
		return c.inner
	}
	c.making.Lock()
	defer c.making.Unlock()
	if !c.made.Load() {
		c.inner, c.cancel = context.WithDeadlineCause(c.parent, c.end, c.d.cause)
		c.made.Store(true)
		if c.over.Load() {
			c.cancel()
		}
	}
	return c.inner
}

// finish ends the context. Whoever asks for it only now gets one that has ended.
func (c *attemptContext) finish() {
	c.over.Store(true)
	if c.made.Load() {
		c.cancel()
	}
}

// interrupt is finish where somebody may be waiting without having asked for Done.
func (c *attemptContext) interrupt() {
	c.Done()
	c.finish()
}

// insideOf returns the innermost attempt that ctx belongs to, or nil.
func insideOf(ctx context.Context) *attemptContext {
	c, _ := ctx.Value(insideKey{}).(*attemptContext)
	return c
}

// around returns the attempt on d that a call with ctx is a part of, or nil. An
// attempt that has ended, or that ends before ctx does, is not around the call:
// somebody has taken the context out of it.
func (d *Dependency) around(ctx context.Context) *attemptContext {
	return d.aroundFrom(ctx, insideOf(ctx))
}

// aroundFrom is around; c is the innermost attempt that ctx belongs to.
func (d *Dependency) aroundFrom(ctx context.Context, c *attemptContext) *attemptContext {
	for ; c != nil; c = insideOf(c.parent) {
		if c.d != d {
			continue
		}
		if end, ok := ctx.Deadline(); !ok || end.After(c.end) || c.over.Load() {
			return nil
		}
		return c
	}
	return nil
}

// detached keeps a context's values, but for what belongs to its operation and its
// request: the attempt, what is kept for later calls, and whether the request can be
// repeated.
type detached struct{ context.Context }

func (c detached) Value(key any) any {
	switch key := key.(type) {
	case insideKey, hopKey:
		return nil
	case attemptKey:
		if h, ok := c.Context.Value(hopKey{}).(*Hop); ok {
			return h.attempt
		}
		return 1
	case optionsKey:
		o, ok := c.Context.Value(key).(CallOption)
		if !ok {
			return nil
		}
		o.keep, o.reserve = 0, 0
		o.set &^= setKeep | setReserve
		return o
	}
	return c.Context.Value(key)
}
