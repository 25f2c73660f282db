package faulttest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Fault says what happens to one request. The zero value passes it on
// untouched. The fields apply in the order in which they are declared; Hang,
// Err and Status end the request without calling the base transport, the first
// that is set wins.
type Fault struct {
	// Delay is waited before anything else. Zero or negative is no delay. The
	// wait ends early, with the context's error, when the request's context is
	// done, as a real transport's would.
	Delay time.Duration

	// Hang never answers: the request ends when its context does.
	Hang bool

	// Err is returned as it is, as if the request had not been sent.
	Err error

	// Status, from 100 to 999, is answered with an empty body and Header.
	// Zero lets the base transport answer.
	Status int

	// Header is added to the answer, made up or real; for example Retry-After.
	Header http.Header

	// Body spoils the answer's body after its first BodyAfter bytes.
	Body      BodyFault
	BodyAfter int64
}

// A BodyFault is a way in which a body goes wrong after a good header.
type BodyFault uint8

const (
	// BodyWhole leaves the body as it is.
	BodyWhole BodyFault = iota
	// BodyStall delivers BodyAfter bytes and then blocks until the request's
	// context is done or the body is closed.
	BodyStall
	// BodyCut delivers BodyAfter bytes and then io.ErrUnexpectedEOF, as a
	// dropped connection does.
	BodyCut
)

// RoundTripper returns a transport that asks plan for the fault of each request
// and applies it; requests that get past their fault go to base. A nil base is
// http.DefaultTransport, asked for at the time of the request; a nil plan
// passes everything.
//
// plan may be called from several goroutines at once. The request's body is
// always closed, as http.RoundTripper demands, also when base is never called.
func RoundTripper(base http.RoundTripper, plan func(*http.Request) Fault) http.RoundTripper {
	return &roundTripper{base: base, plan: plan}
}

// Hang returns a transport that never answers: the dependency that every
// outbound call should be tried against.
func Hang() http.RoundTripper {
	return RoundTripper(nil, func(*http.Request) Fault { return Fault{Hang: true} })
}

// Script returns a plan that gives the n-th request the n-th fault and every
// request after the last one the last fault. Without faults it passes
// everything. It is safe for concurrent use; which of two concurrent requests
// is the earlier one is then up to them.
func Script(faults ...Fault) func(*http.Request) Fault {
	var n atomic.Int64
	return func(*http.Request) Fault {
		if len(faults) == 0 {
			return Fault{}
		}
		return faults[min(n.Add(1), int64(len(faults)))-1]
	}
}

// During returns a plan for trouble that ends: f for every request that begins
// within d of the first one, and nothing afterwards. A pod that restarts, a
// garbage collection, a failover or a deployment is a Hang, a Delay, an Err or a
// Status that lasts for a while; what matters is what the caller does after it.
func During(d time.Duration, f Fault) func(*http.Request) Fault {
	var once sync.Once
	var end time.Time
	return func(*http.Request) Fault {
		once.Do(func() { end = time.Now().Add(d) })
		if time.Now().Before(end) {
			return f
		}
		return Fault{}
	}
}

type roundTripper struct {
	base http.RoundTripper
	plan func(*http.Request) Fault
}

func (rt *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	var f Fault
	if rt.plan != nil {
		f = rt.plan(req)
	}
	if err := sleep(req.Context(), f.Delay); err != nil {
		closeBody(req)
		return nil, err
	}
	switch {
	case f.Hang:
		closeBody(req)
		<-req.Context().Done()
		return nil, context.Cause(req.Context())
	case f.Err != nil:
		closeBody(req)
		return nil, f.Err
	}
	resp, err := rt.answer(req, f)
	if err != nil {
		return nil, err
	}
	for name, values := range f.Header {
		resp.Header[http.CanonicalHeaderKey(name)] = values
	}
	if f.Body != BodyWhole {
		resp.Body = newFaultyBody(req.Context(), resp.Body, f)
	}
	return resp, nil
}

func (rt *roundTripper) answer(req *http.Request, f Fault) (*http.Response, error) {
	if f.Status == 0 {
		base := rt.base
		if base == nil {
			base = http.DefaultTransport
		}
		return base.RoundTrip(req)
	}
	if req.Body != nil {
		// A real server that answers early still takes the request in.
		_, _ = io.Copy(io.Discard, req.Body)
	}
	closeBody(req)
	return &http.Response{
		Status:     fmt.Sprintf("%03d %s", f.Status, http.StatusText(f.Status)),
		StatusCode: f.Status,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     make(http.Header),
		Body:       io.NopCloser(strings.NewReader("")),
		Request:    req,
	}, nil
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// sleep waits for d or until ctx is done, whichever is first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
