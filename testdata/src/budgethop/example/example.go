package example

import (
	"net/http"
	"time"
)

var stock = &http.Client{Timeout: time.Second}

func show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://stock.example", nil)
	if err != nil {
		return
	}
	resp, err := stock.Do(req) // want `GET /stock has 2s, and what is left of it ends here: the request says nothing of it, so that the other side works on for an answer that nobody waits for; send it along in a header`
	if err != nil {
		return
	}
	resp.Body.Close()
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /stock", http.TimeoutHandler(http.HandlerFunc(show), 2*time.Second, "later"))
	return mux
}
