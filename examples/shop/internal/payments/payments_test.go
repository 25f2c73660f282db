package payments

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

func TestChargeKeepsItsKey(t *testing.T) {
	var mu sync.Mutex
	var keys []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("signed in with %q", r.Header.Get("Authorization"))
		}
		if keys = append(keys, r.Header.Get("Idempotency-Key")); len(keys) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer srv.Close()
	c := New(srv.URL, oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "secret"}))
	if err := c.Charge(t.Context(), "order-1", Charge{OrderID: "1", Cents: 500}); err != nil {
		t.Fatal(err)
	}
	if len(keys) != 3 || keys[0] != "order-1" || keys[2] != "order-1" {
		t.Errorf("keys %q", keys)
	}
}

func TestDeclinedIsFinal(t *testing.T) {
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n++
		w.WriteHeader(http.StatusPaymentRequired)
	}))
	defer srv.Close()
	c := NewWith(srv.URL, srv.Client())
	if err := c.Authorize(t.Context(), Charge{OrderID: "1"}); !errors.Is(err, ErrDeclined) {
		t.Errorf("got %v", err)
	}
	if n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestListWalksThePages(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("cursor") == "" {
			w.Write([]byte(`{"payments":[{"id":"a"}],"next":"2"}`))
			return
		}
		w.Write([]byte(`{"payments":[{"id":"b"}]}`))
	}))
	defer srv.Close()
	all, err := NewWith(srv.URL, srv.Client()).List(t.Context(), time.Now())
	if err != nil || len(all) != 2 {
		t.Errorf("got %v, %v", all, err)
	}
}
