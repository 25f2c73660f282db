// Package ok holds what bareserver must leave alone.
package ok

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

func header(h http.Handler) error {
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}
	return srv.ListenAndServe()
}

// ReadTimeout covers the head too.
func read(h http.Handler) error {
	srv := &http.Server{Handler: h, ReadTimeout: 5 * time.Second}
	return srv.ListenAndServe()
}

func later(h http.Handler, d time.Duration) error {
	srv := &http.Server{Handler: h}
	srv.ReadHeaderTimeout = d
	return srv.ListenAndServe()
}

func configure(s *http.Server) { s.ReadHeaderTimeout = time.Second }

func configured(h http.Handler) error {
	srv := &http.Server{Handler: h}
	configure(srv)
	return srv.ListenAndServe()
}

// On this machine only.
func debug() error {
	srv := &http.Server{Addr: "localhost:6060"}
	return srv.ListenAndServe()
}

func callback(port int) error {
	srv := &http.Server{Addr: fmt.Sprintf("127.0.0.1:%d", port)}
	return srv.ListenAndServe()
}

func joined(port string) error {
	return http.ListenAndServe(net.JoinHostPort("localhost", port), nil)
}

func added(port string) error { return http.ListenAndServe("localhost:"+port, nil) }

func profiles() { http.ListenAndServe("127.0.0.1:6060", nil) }

func socket(h http.Handler) error {
	l, err := net.Listen("unix", "/run/app.sock")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: h}
	return srv.Serve(l)
}

// Made and never served here.
type manager struct{ servers []*http.Server }

func (m *manager) add(h http.Handler) {
	m.servers = append(m.servers, &http.Server{Handler: h})
}

// A constructor that bounds it.
func New(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
}

// The listener is kept in a field, and always a socket of this machine.
type local struct{ listener net.Listener }

func (l *local) run(h http.Handler) (err error) {
	if l.listener, err = net.Listen("unix", "/run/app.sock"); err != nil {
		return err
	}
	srv := &http.Server{Handler: h}
	return srv.Serve(l.listener)
}

// There for one callback, and closed by who made it.
func once(l net.Listener, code chan string) string {
	srv := &http.Server{Handler: http.NotFoundHandler()}
	go srv.Serve(l)
	got := <-code
	srv.Close()
	return got
}

// There for one answer, which its user may no longer want.
func ask(ctx context.Context, l net.Listener, answer chan string) (got string) {
	srv := &http.Server{Handler: http.NotFoundHandler()}
	go srv.Serve(l)
	defer srv.Close()
	select {
	case got = <-answer:
	case <-ctx.Done():
	}
	return got
}

// A port for operators.
func profiler(addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.Handle("/metrics", http.NotFoundHandler())
	srv := &http.Server{Addr: addr, Handler: mux}
	return srv.ListenAndServe()
}

func profilerByDefault(addr string) error { return http.ListenAndServe(addr, nil) }

func profilerBeside(addr string) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	go func() {
		if err := http.ListenAndServe(addr, mux); err != nil {
			panic(err)
		}
	}()
}

// By their names, ports that are opened to look inside.
type flags struct{ ProfilerAddr, PlaygroundAddr string }

func profile(f flags) error { return http.ListenAndServe(f.ProfilerAddr, nil) }

func playground(f flags, h http.Handler) error {
	srv := &http.Server{Addr: f.PlaygroundAddr, Handler: h}
	return srv.ListenAndServe()
}

func openBrowser(url string) error { return nil }

// For the person at this machine.
func view(l net.Listener, h http.Handler) error {
	go openBrowser("http://" + l.Addr().String())
	return http.Serve(l, h)
}
