package example

import "net/http"

func showInTime(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://rates.example/today", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	resp, err := rates.Do(req)
	if err != nil {
		http.Error(w, "no rates", http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
