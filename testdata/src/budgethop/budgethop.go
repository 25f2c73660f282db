// Package budgethop keeps its deadline to itself.
package budgethop

import (
	"context"
	"net/http"
	"time"
)

var stock = &http.Client{Timeout: time.Second}

func fetch(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := stock.Do(req) // want `GET /stock has 1.5s, and what is left of it ends here`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func show(w http.ResponseWriter, r *http.Request) { _ = fetch(r.Context()) }

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /stock", http.TimeoutHandler(http.HandlerFunc(show), 1500*time.Millisecond, "later"))
	return mux
}
