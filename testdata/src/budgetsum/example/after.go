package example

import (
	"context"
	"net/http"
)

func countWithin(ctx context.Context, u string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return
	}
	if resp, err := quick.Do(req); err == nil {
		resp.Body.Close()
	}
}

func overviewWithin(w http.ResponseWriter, r *http.Request) {
	countWithin(r.Context(), "https://wishes.example")
	countWithin(r.Context(), "https://reviews.example")
}
