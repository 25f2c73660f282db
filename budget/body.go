package budget

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// body ends an attempt when its response's body is closed or read to the end.
// Cancelling earlier would cut the body off; never would leak the context and
// the slot. If nobody closes it, the attempt's deadline ends it.
type body struct {
	io.ReadCloser
	attempt Attempt
	verdict verdict // of the status line

	mu    sync.Mutex
	stop  func() bool // of the watch on the attempt's context
	ended bool
}

// hold hands the attempt over to the response's body.
func hold(resp *http.Response, a Attempt, v verdict) *http.Response {
	a.answered = max(1, time.Since(a.start))
	if resp.Body == nil || resp.Body == http.NoBody || resp.StatusCode == http.StatusSwitchingProtocols {
		a.finish(v)
		return resp
	}
	b := &body{ReadCloser: resp.Body, attempt: a, verdict: v}
	b.mu.Lock() // the watch may fire before it is assigned
	defer b.mu.Unlock()
	b.stop = context.AfterFunc(a.ctx, func() { b.end(b.attempt.judge(context.Cause(a.ctx))) })
	resp.Body = b
	return resp
}

// Read turns the end of the attempt's time, which net/http reports bare while a
// body is read, into the same *Error as anywhere else. Other errors stay as they
// are: callers compare them.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch err {
	case nil:
	case io.EOF:
		b.end(b.verdict)
	default:
		a := &b.attempt
		v := a.judge(err)
		b.end(v)
		if v.timeout || v.caller != nil {
			err = a.d.fail(a.caller, v.reason(true, true), a.number, a, a.start, err)
		}
	}
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.end(b.verdict)
	return err
}

// end gives the attempt back. If time ran out while the body was read, the
// latency is the whole wait, not the time to the header.
func (b *body) end(v verdict) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return
	}
	b.ended = true
	b.stop()
	if v.timeout {
		b.attempt.answered = 0
	}
	b.attempt.finish(v)
}

const (
	drainBytes = 64 << 10
	drainTime  = 50 * time.Millisecond
)

// discard drains a response nobody wants, so that its connection can be used
// again, and closes it. A body that is too long or too slow costs the connection
// instead.
func discard(resp *http.Response) {
	if resp.Body == nil {
		return
	}
	hurry := time.AfterFunc(drainTime, func() { resp.Body.Close() })
	defer hurry.Stop()
	io.CopyN(io.Discard, resp.Body, drainBytes)
	resp.Body.Close()
}
