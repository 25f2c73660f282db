package front

import (
	"context"
	"net/http"
	"time"
)

// deadline gives a request d to be answered in, and every call it makes with it.
func deadline(d time.Duration, next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d)
		defer cancel()
		next(w, r.WithContext(ctx))
	})
}

// Routes is what customers may ask.
func (h *Handler) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /orders", deadline(5*time.Second, h.PlaceOrder))
	mux.Handle("POST /orders/{id}/pay", deadline(10*time.Second, h.PayOrder))
	mux.Handle("POST /orders/{id}/reserve", deadline(10*time.Second, h.ReserveOrder))
	mux.Handle("POST /orders/{id}/cancel", deadline(5*time.Second, h.CancelOrder))
	mux.Handle("POST /orders/{id}/return", deadline(5*time.Second, h.ReturnOrder))
	mux.Handle("GET /orders", deadline(5*time.Second, h.ListOrders))
	mux.Handle("GET /account/{customer}", deadline(5*time.Second, h.Overview))
	mux.Handle("GET /account/{customer}/points", deadline(2*time.Second, h.Points))
	mux.Handle("GET /country", deadline(5*time.Second, h.Country))
	mux.Handle("GET /categories", deadline(5*time.Second, h.Categories))
	mux.Handle("GET /search", deadline(time.Second, h.Search))
	mux.Handle("GET /basket/{id}", deadline(200*time.Millisecond, h.Basket))
	mux.Handle("GET /basket/{id}/saved", deadline(2*time.Second, h.SavedBasket))
	mux.Handle("GET /parcels/{id}", deadline(5*time.Second, h.Parcel))
	return mux
}

// NewServer serves customers at addr.
func NewServer(addr string, h *Handler) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           h.Routes(),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
}

// NewPartnerServer serves the shop's partners at addr. An export may be long, so the answer
// has no limit; the question has.
func NewPartnerServer(addr string, h *Handler) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /partner/invoices/{id}", h.Invoice)
	mux.HandleFunc("GET /partner/customers", h.Customers)
	return &http.Server{Addr: addr, Handler: mux, ReadTimeout: 10 * time.Second}
}

// NewProbeServer serves the load balancer's probes at addr.
func NewProbeServer(addr string, healthy func() bool) *http.Server {
	srv := &http.Server{Addr: addr, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !healthy() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})}
	srv.ReadHeaderTimeout = 2 * time.Second
	return srv
}

// NewPickupServer serves the screens at the pick-up counter at addr.
func NewPickupServer(addr string, h *Handler) *http.Server {
	return &http.Server{Addr: addr, Handler: deadline(5*time.Second, h.Parcel), IdleTimeout: 2 * time.Minute}
}
