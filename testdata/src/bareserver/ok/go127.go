//go:build go1.27

package ok

import (
	"net/http"
	"time"
)

type service struct {
	http.Server
	name string
}

// A literal sets the fields of what it embeds.
func promoted() error {
	s := &service{Addr: ":80", ReadHeaderTimeout: time.Second, name: "orders"}
	return s.ListenAndServe()
}
