package example

import (
	"context"
	"net/http"
	"time"
)

// ServeAndDrain serves until it is told to end, and then lets its requests end.
func ServeAndDrain(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	<-ctx.Done()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return srv.Shutdown(end)
}
