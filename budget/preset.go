package budget

import (
	"net"
	"net/http"
	"time"
)

// Client returns an http.Client for d with every wait bounded: dial and TLS
// handshake at most 1s each, and never longer than the ceiling; idle connections
// 90s, at most 100 of them; as many connections per host as MaxConcurrent. Over
// HTTP/2 a connection on which nothing comes is asked for a sign of life, and
// closed without one, within the ceiling (but never within less than 200ms). The
// answer is bounded by the attempt's context. Client.Timeout and the transport's
// header timeout are a backstop above all attempts and waits together; a call
// with a longer [Within] needs a client of its own, around
// [Dependency.Transport].
//
// Each change is applied to the transport before it is used, for a proxy or a
// certificate, say.
//
// The client owns its connection pool: make it once.
func (d *Dependency) Client(change ...func(*http.Transport)) *http.Client {
	base := d.base()
	for _, f := range change {
		f(base)
	}
	return &http.Client{Timeout: d.backstop(), Transport: d.Transport(base)}
}

// base is the transport that Client and Transport use if they are not given one.
func (d *Dependency) base() *http.Transport {
	p := d.now().Policy
	connect := min(time.Second, p.Ceiling)
	idle := 100 // with no limit, as many as there may be
	if p.MaxConcurrent > 0 {
		idle = min(max(2, p.MaxConcurrent), 100)
	}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    connect,
		ResponseHeaderTimeout:  d.backstop(),
		ExpectContinueTimeout:  connect,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    idle,
		MaxConnsPerHost:        max(0, p.MaxConcurrent),
		MaxResponseHeaderBytes: 64 << 10,
		// A dead connection is left before the first attempt that uses it has
		// ended, so that the second one dials. A server that is merely slow answers
		// pings.
		HTTP2: &http.HTTP2Config{
			SendPingTimeout: min(max(p.Ceiling/4, 100*time.Millisecond), 15*time.Second),
			PingTimeout:     min(max(p.Ceiling/2, 100*time.Millisecond), 15*time.Second),
		},
	}
}

// backstop is above the longest operation the policy allows.
func (d *Dependency) backstop() time.Duration {
	r := d.now().Retry
	sum := time.Second
	if r.Total > 0 {
		return later(r.Total, sum)
	}
	for range r.Attempts {
		sum = later(sum, d.now().Ceiling)
	}
	for range 2 * (r.Attempts - 1) { // a wait that was asked for is at most doubled
		sum = later(sum, r.Cap)
	}
	return sum
}

// NewServer returns an http.Server for addr with every wait bounded: header 5s,
// whole request 30s, response 35s, idle connection 2min, header size 64 KiB.
// Every request gets a deadline by [Middleware] with o, or with its default
// options (of several the last counts), below the response timeout, because that
// one does not cancel a handler. Fields may be changed before serving; the
// middleware reads WriteTimeout when it runs.
func NewServer(addr string, h http.Handler, o ...ServerOptions) *http.Server {
	if h == nil {
		h = http.DefaultServeMux
	}
	var options ServerOptions
	if len(o) > 0 {
		options = o[len(o)-1]
	}
	return &http.Server{
		Addr:              addr,
		Handler:           Middleware(options)(h),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      35 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}
