// Package debug shows the insides of a running process to whoever is on the machine.
package debug

import (
	"net/http"
	"net/http/pprof"
)

// Listen serves profiles on the machine itself.
func Listen() error {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	return http.ListenAndServe("localhost:6060", mux)
}
