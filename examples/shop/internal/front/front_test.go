package front_test

import (
	"context"
	"database/sql/driver"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/front"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/orders"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/risk"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store/storetest"
)

type price int64

func (p price) Quote(context.Context, string, []string) (int64, error) { return int64(p), nil }

func TestRoutes(t *testing.T) {
	others := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/score/") {
			io.WriteString(w, "good")
		}
	}))
	defer others.Close()
	db := &storetest.DB{Rows: func(q string) [][]driver.Value {
		if strings.Contains(q, "invoices") {
			return [][]driver.Value{{"Tea, 4.20"}}
		}
		return nil
	}}
	st := store.New(db.Open(t))
	log := slog.New(slog.DiscardHandler)
	h := &front.Handler{
		Orders: orders.New(st, nil, price(420), log),
		Store:  st,
		Prices: price(420),
		Risk:   risk.New(others.URL),
		Log:    log,
	}
	for _, tt := range []struct {
		name    string
		handler http.Handler
		method  string
		path    string
		body    string
		status  int
		want    string
	}{
		{"place", h.Routes(), "POST", "/orders", `{"id":"1","customer":"ann","skus":["tea"]}`, 200, `"Cents":420`},
		{"place nonsense", h.Routes(), "POST", "/orders", `{`, 400, ""},
		{"invoice", front.NewPartnerServer("", h).Handler, "GET", "/partner/invoices/1", "", 200, "Tea"},
		{"probe", front.NewProbeServer("", func() bool { return false }).Handler, "GET", "/", "", 503, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			tt.handler.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body)))
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("got %d %q", w.Code, w.Body)
			}
		})
	}
}
