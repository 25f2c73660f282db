// Package front answers the shop's customers.
package front

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/account"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/cache"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/carrier"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/catalog"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/geo"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/orders"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/payments"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/risk"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
)

// Handler answers requests with what the rest of the shop knows.
type Handler struct {
	Orders  *orders.Service
	Store   *store.Store
	Prices  orders.Pricer
	Baskets *cache.Cache
	Stock   *Stock
	Account *account.Client
	Geo     *geo.Locator
	Catalog *catalog.Catalog
	Risk    *risk.Client
	Carrier *carrier.Client
	Log     *slog.Logger
}

// PlaceOrder writes a new order down.
func (h *Handler) PlaceOrder(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ID       string   `json:"id"`
		Customer string   `json:"customer"`
		SKUs     []string `json:"skus"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if rating, err := h.Risk.Score(r.Context(), in.ID); err == nil && rating == "bad" {
		http.Error(w, "please call us", http.StatusForbidden)
		return
	}
	o, err := h.Orders.Place(r.Context(), in.ID, in.Customer, in.SKUs)
	h.answer(w, o, err)
}

// SavedBasket shows the basket a customer left behind.
func (h *Handler) SavedBasket(w http.ResponseWriter, r *http.Request) {
	basket, err := h.Baskets.Basket(r.Context(), r.PathValue("id"))
	h.answer(w, basket, err)
}

// PayOrder charges an order. A payment that fails for a passing reason is tried again, since
// the customer would only press the button again.
func (h *Handler) PayOrder(w http.ResponseWriter, r *http.Request) {
	var err error
	for attempt := range 3 {
		err = h.Orders.Pay(r.Context(), r.PathValue("id"))
		if !payments.Retryable(err) {
			break
		}
		if retry.Pause(r.Context(), attempt) != nil {
			break
		}
	}
	h.answer(w, "paid", err)
}

// ReserveOrder tries whether an order can be paid.
func (h *Handler) ReserveOrder(w http.ResponseWriter, r *http.Request) {
	h.answer(w, "reserved", h.Orders.Reserve(r.Context(), r.PathValue("id")))
}

// CancelOrder calls an order off and shows what has become of it.
func (h *Handler) CancelOrder(w http.ResponseWriter, r *http.Request) {
	if err := h.Orders.Cancel(r.Context(), r.PathValue("id")); err != nil {
		h.answer(w, nil, err)
		return
	}
	o, err := h.Orders.Fresh(r.Context(), r.PathValue("id"))
	h.answer(w, o, err)
}

// ReturnOrder takes an order back.
func (h *Handler) ReturnOrder(w http.ResponseWriter, r *http.Request) {
	h.answer(w, "returned", h.Orders.Return(r.Context(), r.PathValue("id")))
}

// ListOrders shows a customer's open orders.
func (h *Handler) ListOrders(w http.ResponseWriter, r *http.Request) {
	rows, err := h.Store.OpenOrders(r.Context(), r.URL.Query().Get("customer"))
	if err != nil {
		h.answer(w, nil, err)
		return
	}
	defer rows.Close()
	open := []store.Order{}
	for rows.Next() {
		var o store.Order
		if err := rows.Scan(&o.ID, &o.State, &o.Cents); err != nil {
			h.answer(w, nil, err)
			return
		}
		open = append(open, o)
	}
	h.answer(w, open, rows.Err())
}

// Overview shows a customer what we keep for them.
func (h *Handler) Overview(w http.ResponseWriter, r *http.Request) {
	var page struct{ Wishes, Reviews, Coupons int }
	var errs [3]error
	customer := r.PathValue("customer")
	page.Wishes, errs[0] = h.Account.Wishes(customer)
	page.Reviews, errs[1] = h.Account.Reviews(customer)
	page.Coupons, errs[2] = h.Account.Coupons(customer)
	h.answer(w, page, errors.Join(errs[:]...))
}

// Points shows a customer's loyalty points.
func (h *Handler) Points(w http.ResponseWriter, r *http.Request) {
	n, err := h.Account.Points(r.PathValue("customer"))
	h.answer(w, n, err)
}

// Country guesses where the customer is, for the first page they see.
func (h *Handler) Country(w http.ResponseWriter, r *http.Request) {
	country, err := h.Geo.Country(r.RemoteAddr)
	h.answer(w, country, err)
}

// Categories shows the tree of categories.
func (h *Handler) Categories(w http.ResponseWriter, _ *http.Request) {
	h.answer(w, h.Catalog.Tree(), nil)
}

// Search shows what a customer looks for.
func (h *Handler) Search(w http.ResponseWriter, r *http.Request) {
	skus, err := h.Catalog.Search(r.Context(), r.URL.Query().Get("q"))
	h.answer(w, skus, err)
}

// Basket shows a basket with its price and whether there is enough of everything. It has
// 200 ms. The most that each step may take adds up to more than that, and need not: each has
// what is left when it starts.
func (h *Handler) Basket(w http.ResponseWriter, r *http.Request) {
	var page struct {
		Basket string
		Cents  int64
		Enough bool
	}
	var err error
	if page.Basket, err = h.basket(r.Context(), r.PathValue("id")); err != nil {
		h.answer(w, nil, err)
		return
	}
	if page.Cents, err = h.price(r.Context(), page.Basket); err != nil {
		h.answer(w, nil, err)
		return
	}
	page.Enough, err = h.enough(r.Context(), page.Basket)
	h.answer(w, page, err)
}

func (h *Handler) basket(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	return h.Stock.Basket(ctx, id)
}

func (h *Handler) price(ctx context.Context, basket string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 110*time.Millisecond)
	defer cancel()
	return h.Prices.Quote(ctx, "", []string{basket})
}

func (h *Handler) enough(ctx context.Context, basket string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 60*time.Millisecond)
	defer cancel()
	return h.Stock.Enough(ctx, basket)
}

// Parcel shows where a parcel is.
func (h *Handler) Parcel(w http.ResponseWriter, r *http.Request) {
	where, err := h.Carrier.Track(r.Context(), r.PathValue("id"))
	h.answer(w, string(where), err)
}

// Invoice shows an invoice to a partner.
func (h *Handler) Invoice(w http.ResponseWriter, r *http.Request) {
	text, err := h.Store.Invoice(r.Context(), r.PathValue("id"))
	h.answer(w, text, err)
}

// Customers exports who has ordered in the last month.
func (h *Handler) Customers(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Minute)
	defer cancel()
	all, err := h.Store.Customers(ctx, time.Now().AddDate(0, -1, 0))
	h.answer(w, all, err)
}

func (h *Handler) answer(w http.ResponseWriter, v any, err error) {
	switch {
	case err == nil:
	case errors.Is(err, sql.ErrNoRows):
		http.Error(w, "no such order", http.StatusNotFound)
		return
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "it took too long", http.StatusGatewayTimeout)
		return
	default:
		h.Log.Error("request", "err", err)
		http.Error(w, "something went wrong", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		h.Log.Warn("answer", "err", err)
	}
}
