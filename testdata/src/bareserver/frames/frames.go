// Package frames lets a framework make the server.
package frames

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

func run() error {
	e := gin.New()
	return e.Run(":8080") // want `gin\.Engine\.Run serves without timeouts`
}

func socket() error { return gin.New().RunUnix("/run/x.sock") }

func own(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: time.Second}
	return srv.ListenAndServe()
}
