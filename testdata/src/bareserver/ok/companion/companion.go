// Package companion holds servers that package budget makes.
package companion

import (
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func run(mux *http.ServeMux, client *http.Client) error {
	mux.HandleFunc("GET /orders", func(w http.ResponseWriter, r *http.Request) {
		list(client, w, r)
	})
	return budget.NewServer(":8080", mux).ListenAndServe()
}

func tuned(mux *http.ServeMux) error {
	srv := budget.NewServer(":8080", mux)
	srv.WriteTimeout = time.Minute
	return srv.ListenAndServe()
}

// The middleware gives each request a deadline; the server bounds the head.
func own(mux *http.ServeMux) error {
	bounded := budget.Middleware(budget.ServerOptions{Default: 2 * time.Second})
	srv := &http.Server{Addr: ":8080", Handler: bounded(mux), ReadHeaderTimeout: 5 * time.Second}
	return srv.ListenAndServe()
}

func list(client *http.Client, w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://orders/", nil)
	if err != nil {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		http.Error(w, "no answer", http.StatusGatewayTimeout)
		return
	}
	resp.Body.Close()
}
