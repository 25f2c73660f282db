package example

import "net/http"

func handleOnce(w http.ResponseWriter, r *http.Request) {
	_ = charge()
}

func routesOnce() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /pay", handleOnce)
	return mux
}
