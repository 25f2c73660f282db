package budget

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// Transport returns a RoundTripper that sends requests to d through base (nil:
// http.DefaultTransport), with everything [Do] does and what HTTP adds:
//
//   - the attempt's deadline travels in [HeaderTimeout] and [HeaderDeadline];
//   - a request is repeated when net/http would (GET, HEAD, OPTIONS, TRACE, or
//     with an Idempotency-Key), and PUT and DELETE; a body needs GetBody;
//   - 408, 429, 500, 502, 503 and 504 are worth repeating; Retry-After is
//     honoured up to Retry.Cap; when no attempt follows, the last response is
//     returned as it is, without an error;
//   - a discarded response is drained, at most 64 KiB and 50ms of it, and closed;
//   - the attempt (context, slot, breaker) ends when the body is closed or read
//     to its end, not before, or else at the attempt's deadline;
//   - a 504 with [HeaderExpired] counts as a timeout.
//
// For the breaker and the statistics a 4xx is [Rejected], a 5xx a [Failure];
// Policy.Classify judges errors only. Call options come from the request's
// context, see [WithOptions].
func (d *Dependency) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{d, base}
}

type transport struct {
	d    *Dependency
	base http.RoundTripper
}

// CloseIdleConnections passes http.Client.CloseIdleConnections on.
func (t *transport) CloseIdleConnections() {
	if base, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

// StatusError is the attempt's own error when the dependency answered with a
// status from 400 on: in events, and in the Err of an operation that ended
// after the response had been discarded.
type StatusError struct{ Code int }

// Error names the status.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Code, http.StatusText(e.Code))
}

// RoundTrip makes the attempts of one request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	op := operation[*http.Response]{d: t.d, c: optionsFrom(ctx), hold: hold, drop: discard}
	src, safe, once := newSource(r, op.c.has(setIdempotent))
	defer src.close()
	if t.d.within(ctx) {
		return t.send(ctx, src)
	}
	op.safe, op.once = safe && !once, once
	op.call = func(ctx context.Context) (*http.Response, error) { return t.send(ctx, src) }
	op.judge = func(a Attempt, resp *http.Response, err error) verdict {
		v := a.judge(err)
		if err == nil {
			v.status(resp, a.granted < op.c.ceiling(t.d))
		}
		return v
	}
	resp, err := op.run(ctx)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// send makes one attempt's exchange.
func (t *transport) send(ctx context.Context, src *source) (*http.Response, error) {
	r, err := src.next(src.request.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	if t.d.policy.HideDeadline {
		r.Header.Del(HeaderAttempt)
		return t.base.RoundTrip(r)
	}
	setAttempt(ctx, r.Header)
	if !SetDeadline(ctx, r.Header) {
		if _, bounded := ctx.Deadline(); bounded {
			if r.Body != nil {
				r.Body.Close()
			}
			return nil, Mark(t.d.floor, Unsent)
		}
	}
	return t.base.RoundTrip(r)
}

// status judges an answer. whole: the attempt had all the time there was, so a
// server that found it expired would find the next one expired too.
func (v *verdict) status(resp *http.Response, whole bool) {
	code := resp.StatusCode
	if code < 400 {
		return
	}
	v.err = &StatusError{Code: code}
	v.repeat = repeatable(code)
	v.outcome = Failure
	if code < 500 {
		v.outcome = Rejected
	}
	if code == http.StatusGatewayTimeout && resp.Header.Get(HeaderExpired) != "" {
		v.timeout = true
		v.repeat = !whole
	}
	if resp.Header.Get(HeaderExhausted) != "" {
		v.spent = true
	}
	if s := resp.Header.Get("Retry-After"); s != "" && v.repeat {
		v.asked, v.askedFor = parseRetryAfter(s, time.Now())
	}
}

func (c *CallOption) ceiling(d *Dependency) time.Duration {
	if c.has(setWithin) {
		return c.within
	}
	return d.policy.Ceiling
}
