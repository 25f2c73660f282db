package example

import (
	"context"
	"net/http"
	"time"
)

// Serve serves until it is told to end, and then lets its requests end.
func Serve(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	<-ctx.Done()
	end, cancel := context.WithTimeout(ctx, 10*time.Second) // made of what has ended
	defer cancel()
	return srv.Shutdown(end) // want `end has ended`
}
