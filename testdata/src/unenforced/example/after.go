package example

import (
	"net/http"
	"time"
)

func newServerInTime(d *desk) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sales", d.sales)
	return &http.Server{
		Handler:           http.TimeoutHandler(mux, 8*time.Second, "come back later"),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
}
