package budget

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// Transport returns a RoundTripper that sends requests to d through base, with
// everything [Do] does and what HTTP adds:
//
//   - the attempt's deadline travels in [HeaderTimeout] and [HeaderDeadline];
//   - a request is repeated when net/http would (GET, HEAD, OPTIONS, TRACE, or
//     with an Idempotency-Key), PUT and DELETE are, and any other one of which
//     nothing was sent; a body needs GetBody;
//   - only GET, HEAD, OPTIONS and TRACE without a body are hedged;
//   - 408, 425, 429, 500, 502, 503 and 504 are worth repeating, and so is the 409
//     of a server that still works on an earlier attempt with the same key, which
//     is asked again no sooner than half of that attempt's time later, if Retry.Cap
//     and the time that is left allow it;
//     Retry-After is waited for if Retry.Cap allows it, see [After]; when no
//     attempt follows, the last response is returned as it is, without an error;
//   - a discarded response is drained, at most 64 KiB and 50ms of it, and closed;
//   - the attempt (context, slot, breaker), and with it the operation, ends when
//     the body is closed or read to its end, not before, or else at the attempt's
//     deadline;
//   - a 504 with [HeaderExpired] counts as a timeout;
//   - after a timeout on a connection that had been idle, the other idle ones are
//     closed, at most once a second: they may be dead, too.
//
// For the breaker and the statistics a 4xx, 429 included, is [Rejected], a 5xx a
// [Failure]; Policy.Classify judges errors only. Call options come from the
// request's context, see [Dependency.WithOptions].
//
// A base of nil is the transport of [Dependency.Client], a new one.
func (d *Dependency) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = d.base()
	}
	t := &transport{d: d, base: base}
	t.pool, _ = base.(idleCloser)
	if h, ok := base.(*http.Transport); ok {
		t.known = true
		t.queues = h.MaxConnsPerHost > 0 && h.DialContext == nil
	}
	return t
}

type idleCloser interface{ CloseIdleConnections() }

type transport struct {
	d     *Dependency
	base  http.RoundTripper
	pool  idleCloser   // nil: base has none
	swept atomic.Int64 // when idle connections were last closed, since sweepEpoch
	again atomic.Bool  // and are to be before the next attempt

	// known: base is net/http's own, which tells of every connection it uses.
	// queues: a request may wait in base for a connection that others use, and
	// base's dialer shows when it does not.
	known, queues bool
}

// CloseIdleConnections passes http.Client.CloseIdleConnections on.
func (t *transport) CloseIdleConnections() {
	if t.pool != nil {
		t.pool.CloseIdleConnections()
	}
}

// RoundTrip makes the attempts of one request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	c := optionsFrom(ctx, t.d)
	src := newSource(r, c.has(setIdempotent))
	defer src.close()
	if !src.reads && insideOf(ctx).hedging() {
		return nil, Mark(errHedged, Neutral)
	}
	op := operation[*http.Response]{
		d: t.d, c: c, safe: src.safe && !src.once, once: src.once,
		hedge: src.reads && (r.Body == nil || r.Body == http.NoBody),
		judge: judgeStatus(&c, t.d, src), hold: hold, drop: discard,
	}
	op.call = func(ctx context.Context) (*http.Response, error) {
		r, err := src.next(ctx, false)
		if err != nil {
			return nil, err
		}
		return t.send(ctx, r, src.safe)
	}
	op.ready = func(ctx context.Context) func(context.Context) (*http.Response, error) {
		r, err := src.next(ctx, true)
		return func(ctx context.Context) (*http.Response, error) {
			if err != nil {
				return nil, err
			}
			return t.send(ctx, r, true)
		}
	}
	resp, err := op.run(ctx)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

var errHedged = errors.New("budget: not sent: a second attempt beside the first must not change anything")

// judgeStatus judges an attempt by the response it brought. src is what it sent, if
// that is known.
func judgeStatus(c *CallOption, d *Dependency, src *source) func(attempt, *http.Response, error) verdict {
	ceiling := c.ceiling(d)
	return func(a attempt, resp *http.Response, err error) verdict {
		v := a.judge(err)
		if err == nil && resp != nil {
			v.status(resp, a.granted < ceiling, src.inUse(resp, a.number))
			v.spent = v.spent || v.err != nil && a.ctx.spent.Load()
		}
		return v
	}
}

// send makes one attempt's exchange.
func (t *transport) send(ctx context.Context, r *http.Request, safe bool) (*http.Response, error) {
	if !forward(ctx, r.Header, t.d.now().HideDeadline) {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, Mark(t.d.floor, Unsent)
	}
	t.sweepAgain()
	x := new(exchange)
	x.body = upload(r)
	if t.pool == nil && safe {
		resp, err := t.base.RoundTrip(r)
		return resp, t.judged(err, x)
	}
	x.trace = httptrace.ClientTrace{GetConn: x.wanted, GotConn: x.connected, GotFirstResponseByte: x.answered, DNSStart: x.resolving, ConnectStart: x.dialing}
	start := time.Now()
	resp, err := t.base.RoundTrip(r.WithContext(httptrace.WithClientTrace(ctx, &x.trace)))
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		switch {
		case x.reused.Load() && !x.begun.Load():
			t.sweep(x.http2.Load())
		case t.queues && !x.sent.Load() && !x.dials.Load():
			return nil, errFull(ctx, time.Since(start), start, err) // our own pool: nobody was asked
		}
	}
	return resp, t.judged(err, x)
}

// exchange watches what becomes of one request.
type exchange struct {
	trace  httptrace.ClientTrace
	body   *uploaded   // nil: none
	asked  atomic.Bool // a connection was asked for
	sent   atomic.Bool // there was one for it
	reused atomic.Bool // which had been used before
	begun  atomic.Bool // an answer
	dials  atomic.Bool // a connection was being made for it
	http2  atomic.Bool // it was used before, and others use it, too
}

func (x *exchange) connected(info httptrace.GotConnInfo) {
	x.reused.Store(info.Reused)
	x.http2.Store(info.Reused && speaksHTTP2(info.Conn))
	x.sent.Store(true)
}

func (x *exchange) wanted(string)                    { x.asked.Store(true) }
func (x *exchange) answered()                        { x.begun.Store(true) }
func (x *exchange) resolving(httptrace.DNSStartInfo) { x.dials.Store(true) }
func (x *exchange) dialing(_, _ string)              { x.dials.Store(true) }

// judged marks the error of a request whose own body could not be read, and of one
// that never had a connection. Where even none was asked for, the request itself is
// not fit to be sent. net/http's own transport shows both; of another base, a name
// that cannot be resolved and a dial that fails show the first.
func (t *transport) judged(err error, x *exchange) error {
	var op *net.OpError
	var dns *net.DNSError
	switch {
	case err != nil && x.body.failed():
		return Mark(err, Neutral)
	case err == nil, x.sent.Load():
		return err
	case t.known && !x.asked.Load():
		return Mark(err, Neutral)
	case t.known, errors.As(err, &op) && op.Op == "dial", errors.As(err, &dns):
		return Mark(err, Unsent)
	}
	return err
}
