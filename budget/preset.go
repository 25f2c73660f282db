package budget

import (
	"net"
	"net/http"
	"time"
)

// Client returns an http.Client for d with every wait bounded: dial and TLS
// handshake at most 1s each, and never longer than the ceiling; idle connections
// 90s, at most 100 of them; as many connections per host as MaxConcurrent. The
// answer is bounded by the attempt's context. Client.Timeout and the transport's
// header timeout are a backstop above all attempts and waits together; a call
// with a longer [Within] needs a client of its own, around
// [Dependency.Transport].
//
// The client owns its connection pool: make it once.
func (d *Dependency) Client() *http.Client {
	p := d.policy
	connect := min(time.Second, p.Ceiling)
	backstop := d.backstop()
	idle := 100 // with no limit, as many as there may be
	if p.MaxConcurrent > 0 {
		idle = min(max(2, p.MaxConcurrent), 100)
	}
	return &http.Client{
		Timeout: backstop,
		Transport: d.Transport(&http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    connect,
			ResponseHeaderTimeout:  backstop,
			ExpectContinueTimeout:  min(time.Second, p.Ceiling),
			IdleConnTimeout:        90 * time.Second,
			MaxIdleConns:           100,
			MaxIdleConnsPerHost:    idle,
			MaxConnsPerHost:        max(0, p.MaxConcurrent),
			MaxResponseHeaderBytes: 64 << 10,
		}),
	}
}

// backstop is above the longest operation the policy allows.
func (d *Dependency) backstop() time.Duration {
	r := d.policy.Retry
	if r.Total > 0 {
		return r.Total + time.Second
	}
	attempts := time.Duration(r.Attempts)
	return attempts*d.policy.Ceiling + (attempts-1)*r.Cap + time.Second
}

// NewServer returns an http.Server for addr with every wait bounded: header 5s,
// whole request 30s, response 35s, idle connection 2min, header size 64 KiB.
// Every request gets a deadline by [Middleware] with its default options, below
// the response timeout, because that one does not cancel a handler. Fields may
// be changed before serving; the middleware reads WriteTimeout when it runs.
func NewServer(addr string, h http.Handler) *http.Server {
	if h == nil {
		h = http.DefaultServeMux
	}
	return &http.Server{
		Addr:              addr,
		Handler:           Middleware(ServerOptions{})(h),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      35 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}
