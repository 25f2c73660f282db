// Package shared serves what a multiplexer has read the start of: the rest may
// never come.
package shared

import (
	"net"
	"net/http"

	"github.com/soheilhy/cmux"
)

func serve(l net.Listener, h http.Handler) error {
	m := cmux.New(l)
	srv := &http.Server{Handler: h} // want `a client that sends half of its headers holds a connection for ever`
	go srv.Serve(m.Match(cmux.HTTP1Fast()))
	return m.Serve()
}
