package bareserver

import (
	"context"
	"net"
	"net/http"
	"time"
)

func helpers(h http.Handler, l net.Listener) {
	http.ListenAndServe(":8080", h)              // want `http.ListenAndServe serves without timeouts`
	http.ListenAndServeTLS(":8443", "c", "k", h) // want `http.ListenAndServeTLS serves without timeouts`
	http.Serve(l, h)                             // want `http.Serve serves without timeouts`
	http.ServeTLS(l, h, "c", "k")                // want `http.ServeTLS serves without timeouts`
}

func literal(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h} // want `http.Server has neither ReadHeaderTimeout nor ReadTimeout and serves`
	return srv.ListenAndServe()
}

func everywhere(port string) error {
	return http.ListenAndServe(net.JoinHostPort("", port), nil) // want `http.ListenAndServe serves without timeouts`
}

func value(h http.Handler, l net.Listener) error {
	srv := http.Server{Handler: h, WriteTimeout: time.Second} // want `http.Server has neither`
	return srv.Serve(l)
}

func zero(l net.Listener) error {
	var srv http.Server // want `http.Server has neither`
	srv.Handler = http.NotFoundHandler()
	return srv.Serve(l)
}

// In a field, served by another method, in a goroutine.
type app struct {
	server *http.Server
}

func newApp(h http.Handler) *app {
	return &app{server: &http.Server{Handler: h}} // want `http.Server has neither`
}

func (a *app) run(l net.Listener) {
	go func() {
		if err := a.server.Serve(l); err != nil {
			panic(err)
		}
	}()
}

// Held by value.
type held struct {
	srv http.Server // want `http.Server has neither`
}

func (h *held) run() error { return h.srv.ListenAndServe() }

// An exported constructor hands a bare server to everyone.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h} // want `http.Server has neither ReadHeaderTimeout nor ReadTimeout and is returned to callers`
}

// Two literals, one variable.
func either(h http.Handler, l net.Listener, tls bool) error {
	var srv *http.Server
	if tls {
		srv = &http.Server{Handler: h, ReadHeaderTimeout: time.Second}
	} else {
		srv = &http.Server{Handler: h} // want `http.Server has neither`
	}
	return srv.Serve(l)
}

// Closed when the program is told to end: it is there until then.
func untilTold(ctx context.Context, l net.Listener, h http.Handler) {
	srv := &http.Server{Handler: h} // want `http.Server has neither`
	go srv.Serve(l)
	<-ctx.Done()
	srv.Close()
}

// Closed by a defer after it has served.
func untilItFails(l net.Listener, h http.Handler) error {
	srv := &http.Server{Handler: h} // want `http.Server has neither`
	defer srv.Close()
	return srv.Serve(l)
}
