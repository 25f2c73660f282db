package budget_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// connector is a database whose connections do nothing.
type connector struct{}

func (connector) Connect(context.Context) (driver.Conn, error) { return conn{}, nil }
func (connector) Driver() driver.Driver                        { return nil }

type conn struct{ driver.Conn }

func (conn) Close() error { return nil }

func TestAcquireBoundsThePoolWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := sql.OpenDB(connector{})
		db.SetMaxOpenConns(1)
		defer db.Close()

		first, err := budget.Acquire(t.Context(), 50*ms, db.Conn)
		if err != nil {
			t.Fatal(err)
		}
		// The connection outlives the bound of its wait.
		time.Sleep(time.Second)
		if err := first.Raw(func(any) error { return nil }); err != nil {
			t.Errorf("the connection has ended with the wait: %v", err)
		}

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err = budget.Acquire(ctx, 50*ms, db.Conn)
		equal(t, "waited", time.Since(start), 50*ms)
		e := reason(t, err, budget.ReasonFull)
		equal(t, "granted", e.Granted, 50*ms)
		equal(t, "remaining", e.Remaining, 950*ms)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v does not match context.DeadlineExceeded", err)
		}

		// The caller's deadline comes first: the pool was full all the same.
		short, cancel := context.WithTimeout(t.Context(), 10*ms)
		defer cancel()
		start = time.Now()
		_, err = budget.Acquire(short, time.Hour, db.Conn)
		equal(t, "waited", time.Since(start), 10*ms)
		reason(t, err, budget.ReasonFull)

		// The caller leaves: the pool's own error, unwrapped.
		gone, leave := context.WithCancel(t.Context())
		time.AfterFunc(10*ms, leave)
		_, err = budget.Acquire(gone, time.Hour, db.Conn)
		equal(t, "error", err, context.Canceled)

		// A slot that comes in time.
		time.AfterFunc(20*ms, func() { first.Close() })
		second, err := budget.Acquire(t.Context(), 50*ms, db.Conn)
		if err != nil {
			t.Fatal(err)
		}
		second.Close()

		// A failure of the pool itself is its own.
		_, err = budget.Acquire(t.Context(), time.Second, func(context.Context) (int, error) { return 0, errBoom })
		equal(t, "error", err, errBoom)
	})
}
