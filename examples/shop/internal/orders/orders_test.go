package orders_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/orders"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/payments"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store/storetest"
)

type charger func(key string) error

func (c charger) Charge(_ context.Context, key string, _ payments.Charge) error { return c(key) }

type price int64

func (p price) Quote(context.Context, string, []string) (int64, error) { return int64(p), nil }

func TestPlace(t *testing.T) {
	db := &storetest.DB{}
	s := orders.New(store.New(db.Open(t)), nil, price(420), slog.New(slog.DiscardHandler))
	o, err := s.Place(t.Context(), "1", "ann", []string{"tea"})
	if err != nil || o.Cents != 420 {
		t.Errorf("got %+v, %v", o, err)
	}
	if told := db.Told(); len(told) != 1 || !strings.HasPrefix(told[0], "INSERT INTO orders") {
		t.Errorf("told %q", told)
	}
}

func TestReserveGivesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &storetest.DB{Rows: func(string) [][]driver.Value {
			return [][]driver.Value{{"ann", "new", int64(420), int64(1)}}
		}}
		n := 0
		s := orders.New(store.New(db.Open(t)), charger(func(string) error { n++; return errors.New("reset") }), price(420), slog.New(slog.DiscardHandler))
		if err := s.Reserve(t.Context(), "1"); err == nil {
			t.Error("no error")
		}
		told := db.Told()
		if !strings.HasPrefix(told[len(told)-1], "DELETE FROM reservations") || n != 3 {
			t.Errorf("%d charges, told %q", n, told)
		}
	})
}
