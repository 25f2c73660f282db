package example

import (
	"net/http"
	"strconv"
	"time"
)

func showWith(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://stock.example", nil)
	if err != nil {
		return
	}
	if end, ok := r.Context().Deadline(); ok {
		req.Header.Set("X-Timeout-Ms", strconv.FormatInt(time.Until(end).Milliseconds(), 10))
	}
	resp, err := stock.Do(req)
	if err != nil {
		return
	}
	resp.Body.Close()
}
