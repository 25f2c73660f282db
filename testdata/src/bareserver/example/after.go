package example

import (
	"net/http"
	"time"
)

func serveAfter(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	return srv.ListenAndServe()
}
