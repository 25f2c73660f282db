package example

import "net/http"

func serve(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h} // want `http.Server has neither ReadHeaderTimeout nor ReadTimeout and serves`
	return srv.ListenAndServe()
}
