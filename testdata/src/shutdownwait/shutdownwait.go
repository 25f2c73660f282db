package shutdownwait

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"google.golang.org/grpc"
)

func forEver(srv *http.Server) error {
	return srv.Shutdown(context.Background()) // want `http.Server.Shutdown waits until the last request is answered, however long that takes: its context comes from context.Background and never gets a deadline`
}

func streams(s *grpc.Server, signals chan os.Signal) {
	<-signals
	s.GracefulStop() // want `grpc.Server.GracefulStop waits until every call and stream has ended, for ever if a client keeps one open, and nothing here stops the server in another way`
}

func atOnce(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `ctx has ended \(shutdownwait.go:24\), so this returns at once and drops what is under way`
}

func made(srv *http.Server, failed chan error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		limited, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return srv.Shutdown(limited) // want `limited has ended \(shutdownwait.go:34\)`
	}
}

type provider interface{ Shutdown(context.Context) error }

func exporter(ctx context.Context, p provider) {
	go func() {
		<-ctx.Done()
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := p.Shutdown(ctx); err != nil { // want `ctx has ended`
			panic(err)
		}
	}()
}

type server struct {
	mu            sync.Mutex
	http, metrics *http.Server
}

// The slowest client decides how long this takes, and how long everybody else
// waits for the lock. One report for all that a function stops.
func (s *server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
}

func (s *server) stop() {
	_ = s.http.Shutdown(context.Background()) // want `http.Server.Shutdown waits until the last request is answered.*; a lock is held meanwhile`
	_ = s.metrics.Shutdown(context.Background())
}
