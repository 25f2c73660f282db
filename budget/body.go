package budget

import (
	"context"
	"io"
	"mime"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// body ends an attempt, and the operation, when its answer is closed or read to
// the end. Cancelling earlier would cut the answer off; never would leak the
// context and the slot. If nobody closes it, the attempt's deadline ends it.
type body struct {
	io.ReadCloser
	attempt attempt
	end     ending
	silent  bool // may say nothing for as long as it likes

	idled   atomic.Bool  // more of it did not come for Policy.MaxIdle
	waiting atomic.Int64 // when the Read that is pending began, since the start; 0 = none

	mu    sync.Mutex
	stop  func() bool // of the watch on the attempt's context
	ended bool
}

// hold hands the attempt over to the response's body.
func hold(resp *http.Response, a attempt, end ending) *http.Response {
	if resp == nil || resp.Body == nil || resp.Body == http.NoBody || resp.StatusCode == http.StatusSwitchingProtocols {
		end.now(&a)
		return resp
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	resp.Body = holdBody(resp.Body, a, end, kind == "text/event-stream")
	return resp
}

// holdReader is hold for an answer that has nothing but a body.
func holdReader(r io.ReadCloser, a attempt, end ending) io.ReadCloser {
	if r == nil {
		end.now(&a)
		return nil
	}
	return holdBody(r, a, end, false)
}

func closeReader(r io.ReadCloser, _ *attemptContext) {
	if r != nil {
		r.Close()
	}
}

func holdBody(r io.ReadCloser, a attempt, end ending, silent bool) *body {
	a.answered = max(1, time.Since(a.start))
	b := &body{ReadCloser: r, attempt: a, end: end, silent: silent}
	b.mu.Lock() // the watch may fire before it is assigned
	defer b.mu.Unlock()
	b.stop = context.AfterFunc(a.ctx, b.expire)
	return b
}

// now ends attempt and operation with the answer as it is.
func (e *ending) now(a *attempt) {
	a.finish(e.judged)
	if e.tell != nil {
		e.tell(e.judged, e.reason)
	}
}

// Read turns the end of the attempt's time, which net/http reports bare while a
// body is read, into the same *Error as anywhere else. Other errors stay as they
// are: callers compare them.
func (b *body) Read(p []byte) (int, error) {
	b.waiting.Store(int64(max(1, time.Since(b.attempt.start))))
	n, err := b.read(p)
	switch err {
	case nil:
	case io.EOF:
		b.finish(b.end.judged, b.end.reason)
	default:
		a := &b.attempt
		v := b.broken(err)
		if v.timeout || v.caller != nil {
			err = a.d.fail(a.ctx.parent, v.reason(true, true), a.number, a, a.start, &v)
		}
	}
	b.waiting.Store(0)
	return n, err
}

// read waits for more of the answer no longer than Policy.MaxIdle.
func (b *body) read(p []byte) (int, error) {
	idle := b.attempt.live.MaxIdle
	if idle <= 0 || b.silent {
		return b.ReadCloser.Read(p)
	}
	timer := time.AfterFunc(idle, func() {
		b.idled.Store(true)
		b.attempt.ctx.interrupt()
	})
	defer timer.Stop()
	return b.ReadCloser.Read(p)
}

// judge is the attempt's, where an answer that stopped coming has run out of time.
func (b *body) judge(err error) verdict {
	v := b.attempt.judge(err)
	if b.idled.Load() && v.caller == nil {
		v.timeout, v.outcome = true, Failure
	}
	return v
}

// Close ends the attempt with what its status said.
func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.finish(b.end.judged, b.end.reason)
	return err
}

// expire ends an attempt whose context has ended before its body.
func (b *body) expire() {
	defer contain()
	b.broken(context.Cause(b.attempt.ctx))
}

// broken ends the attempt with an error, even if it cannot be judged.
func (b *body) broken(err error) verdict {
	v := verdict{outcome: Failure, unproven: true, err: errFailed}
	defer func() { b.finish(v, v.reason(true, true)) }()
	v = b.judge(err)
	return v
}

// finish gives the attempt back. If time ran out while the body was read, the
// latency is the whole wait, not the time to the header.
func (b *body) finish(v verdict, reason Reason) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return
	}
	b.ended = true
	b.stop()
	if v.timeout {
		b.attempt.answered = 0
		v.unproven = !b.stalled() && !b.idled.Load()
	}
	b.attempt.finish(v)
	if b.end.tell != nil {
		b.end.tell(v, reason)
	}
}

// stalled reports whether the reader has waited for more of the answer for half
// of the time there was: that is the dependency's fault. A reader that does not
// read, or an answer that is long, is not.
func (b *body) stalled() bool {
	since := time.Duration(b.waiting.Load())
	return since > 0 && !b.silent && !b.attempt.own && time.Since(b.attempt.start)-since >= b.attempt.granted/2
}

const (
	drainBytes = 64 << 10
	drainTime  = 50 * time.Millisecond
	drainHurry = 40 * time.Millisecond
)

// discard drains a response nobody wants, so that its connection can be used
// again, and closes it. A body that is too long or too slow costs the connection
// instead: the end of its attempt's context ends the read. It is closed while it is
// read only if that does not help, for net/http then reads what is left of it, too.
func discard(resp *http.Response, c *attemptContext) {
	if resp == nil || resp.Body == nil {
		return
	}
	hurry := time.AfterFunc(drainHurry, c.interrupt)
	defer hurry.Stop()
	force := time.AfterFunc(drainTime, func() { resp.Body.Close() })
	defer force.Stop()
	_, _ = io.CopyN(io.Discard, resp.Body, drainBytes) // as much as comes in time
	resp.Body.Close()
}
