// Package ok says how much time is left, or has none to speak of.
package ok

import (
	"context"
	"net/http"
	"time"
)

var stock = &http.Client{Timeout: time.Second}

func tell(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example", nil)
	if err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok {
		req.Header.Set("Request-Deadline", end.Format(time.RFC3339Nano))
	}
	resp, err := stock.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func plain(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example", nil)
	if err != nil {
		return err
	}
	resp, err := stock.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func told(w http.ResponseWriter, r *http.Request)    { _ = tell(r.Context()) }
func endless(w http.ResponseWriter, r *http.Request) { _ = plain(r.Context()) }

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /told", http.TimeoutHandler(http.HandlerFunc(told), time.Second, "later"))
	mux.HandleFunc("GET /endless", endless)
	return mux
}
