package store_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lib/pq"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store/storetest"
)

func TestInsertTriesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failures := 2
		db := &storetest.DB{Exec: func(context.Context, string) error {
			if failures--; failures >= 0 {
				return errors.New("connection reset")
			}
			return nil
		}}
		if err := store.New(db.Open(t)).Insert(t.Context(), store.Order{ID: "1"}); err != nil {
			t.Fatal(err)
		}
		if n := len(db.Told()); n != 3 {
			t.Errorf("%d statements, want 3", n)
		}
	})
}

func TestMoveStartsOverOnlyWhenAsked(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want int
	}{
		{&pq.Error{Code: "40001"}, 4},
		{errors.New("broken"), 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			db := &storetest.DB{Exec: func(context.Context, string) error { return tt.err }}
			if err := store.New(db.Open(t)).Move(t.Context(), "1", "2", 1); !errors.Is(err, tt.err) {
				t.Errorf("got %v, want %v", err, tt.err)
			}
			if n := len(db.Told()); n != tt.want {
				t.Errorf("%v: %d statements, want %d", tt.err, n, tt.want)
			}
		})
	}
}

func TestCustomers(t *testing.T) {
	db := &storetest.DB{Rows: func(string) [][]driver.Value { return [][]driver.Value{{"ann"}, {"bob"}} }}
	got, err := store.New(db.Open(t)).Customers(t.Context(), time.Time{})
	if err != nil || len(got) != 2 || got[1] != "bob" {
		t.Errorf("got %v, %v", got, err)
	}
}
