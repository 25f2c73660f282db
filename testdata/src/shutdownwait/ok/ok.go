// Package ok holds ends that come, and wait as long as they say.
package ok

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"
)

// A time of its own.
func limited(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

func anew(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	last, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return srv.Shutdown(last)
}

// The caller's time.
func given(ctx context.Context, srv *http.Server) error { return srv.Shutdown(ctx) }

// Another one has ended.
func other(ctx, last context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(last)
}

// Gracefully, and then not.
func stop(s *grpc.Server) {
	done := make(chan struct{})
	go func() {
		s.GracefulStop()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		s.Stop()
	}
}
