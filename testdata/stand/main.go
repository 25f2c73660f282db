package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"example.com/stand/stand"
)

func main() {
	s := stand.New("http://stand/")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /a", func(w http.ResponseWriter, r *http.Request) { answer(w, s.Once()) })
	mux.HandleFunc("GET /b", func(w http.ResponseWriter, r *http.Request) { s.Endless() })
	mux.HandleFunc("GET /c", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 1500*time.Millisecond)
		defer cancel()
		answer(w, s.Capped(ctx))
	})
	mux.HandleFunc("GET /d", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 1500*time.Millisecond)
		defer cancel()
		answer(w, s.Calm(ctx))
	})
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	log.Fatal(srv.ListenAndServe())
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "no", http.StatusBadGateway)
	}
}
