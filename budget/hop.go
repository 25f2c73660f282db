package budget

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
)

// The headers that keep retries on one level. Three services that repeat three
// times each are 27 calls of the last one; with these they are 3 and a few.
const (
	// HeaderAttempt is the number of the attempt that a request belongs to, added
	// up over all levels, from 2 on; a first attempt goes without it. Whoever
	// serves a later attempt repeats nothing: somebody above already does.
	HeaderAttempt = "X-Request-Attempt"

	// HeaderExhausted is set to "1" on a failing answer whose cause has been
	// repeated already. Whoever gets it does not repeat the request.
	HeaderExhausted = "X-Retry-Exhausted"
)

// maxHopAttempt limits what is believed of a header.
const maxHopAttempt = 99

// Exhausted wraps err to say that a level below has repeated the work already,
// or that repeating is known to be in vain, so that no level above should do it
// again. A nil err stays nil. The text of the error does not change.
//
// The package says so itself of every operation that failed after more than one
// attempt, for want of a retry token or because of an open breaker; see
// [Error.Exhausted].
func Exhausted(err error) error {
	if err == nil {
		return nil
	}
	return &exhausted{err}
}

type exhausted struct{ error }

func (e *exhausted) Unwrap() error   { return e.error }
func (e *exhausted) Exhausted() bool { return true }

// isExhausted reports whether anything in err's tree says so.
func isExhausted(err error) bool {
	var says interface{ Exhausted() bool }
	return errors.As(err, &says) && says.Exhausted()
}

// Hop is what one request of a server knows about retries: the number of the
// attempt it belongs to, and whether an operation below it has used up its own.
// [Middleware] makes one for every request; adapters of other protocols do it
// with [WithHop]. It is safe for concurrent use.
type Hop struct {
	attempt   int
	exhausted atomic.Bool
}

// WithHop returns a context for the work of one request that arrived as attempt
// number attempt; below 1 means 1, above 99 means 99. Operations under it repeat
// nothing from the second attempt on.
func WithHop(ctx context.Context, attempt int) (context.Context, *Hop) {
	h := &Hop{attempt: min(max(1, attempt), maxHopAttempt)}
	return hopContext{ctx, h}, h
}

// Exhausted reports whether an operation under this request has failed in a way
// that nobody above should repeat: if the request fails, its answer should say
// so.
func (h *Hop) Exhausted() bool { return h.exhausted.Load() }

// AttemptNumber returns the number of the attempt that a call made under ctx
// belongs to, added up over all levels, in this process and before it. It is at
// least 1; adapters send it along.
func AttemptNumber(ctx context.Context) int {
	n, _ := ctx.Value(attemptKey{}).(int)
	return max(1, n)
}

type (
	hopKey     struct{}
	attemptKey struct{}
)

// hopContext answers for the hop without a second allocation for its number. A
// request is no part of the attempt that brought it, should both be in one process.
type hopContext struct {
	context.Context
	hop *Hop
}

func (c hopContext) Value(key any) any {
	switch key {
	case hopKey{}:
		return c.hop
	case attemptKey{}:
		return c.hop.attempt
	case insideKey{}:
		return nil
	}
	return c.Context.Value(key)
}

// exhaust notes on the request that ctx belongs to, if any, that an operation
// below has used up its attempts.
func exhaust(ctx context.Context) {
	if h, ok := ctx.Value(hopKey{}).(*Hop); ok {
		h.exhausted.Store(true)
	}
}

// attemptOf reads HeaderAttempt. What cannot be read is a first attempt.
func attemptOf(h http.Header) int {
	s := h.Get(HeaderAttempt)
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1
	}
	return n
}

// setAttempt writes HeaderAttempt, replacing what was there.
func setAttempt(ctx context.Context, h http.Header) {
	h.Del(HeaderAttempt)
	if n := AttemptNumber(ctx); n > 1 {
		h.Set(HeaderAttempt, strconv.Itoa(min(n, maxHopAttempt)))
	}
}
