// Package backoffice is what the shop's own people see.
package backoffice

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Sales knows what was sold.
type Sales interface {
	ForBranch(ctx context.Context, branch, month string) (int64, error)
}

// Desk answers the shop's own people.
type Desk struct {
	sales    Sales
	branches []string
}

// New returns the desk for some branches.
func New(sales Sales, branches ...string) *Desk {
	return &Desk{sales: sales, branches: branches}
}

// NewServer serves the desk at addr.
func NewServer(addr string, d *Desk) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sales/{month}", d.Month)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
}

// NewKiosk serves the screen in the canteen at addr.
func NewKiosk(addr string, d *Desk) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sales/{month}", d.Month)
	return &http.Server{
		Addr:              addr,
		Handler:           http.TimeoutHandler(mux, 8*time.Second, "come back later"),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      12 * time.Second,
	}
}

// Month is what each branch sold in a month.
func (d *Desk) Month(w http.ResponseWriter, r *http.Request) {
	cents := map[string]int64{}
	for _, b := range d.branches {
		n, err := d.sales.ForBranch(r.Context(), b, r.PathValue("month"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		cents[b] = n
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(cents)
}
