// Package shared serves what a multiplexer has read the head of already.
package shared

import (
	"net"
	"net/http"

	"github.com/soheilhy/cmux"
)

func serve(l net.Listener, h http.Handler) error {
	m := cmux.New(l)
	srv := &http.Server{Handler: h}
	go srv.Serve(m.Match(cmux.HTTP1Fast()))
	return m.Serve()
}
