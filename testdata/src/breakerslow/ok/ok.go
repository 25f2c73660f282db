// Package ok holds breakers that see slowness, or may.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/sony/gobreaker"
)

type store struct {
	db *sql.DB
	cb *gobreaker.CircuitBreaker
}

func newStore(db *sql.DB) *store {
	return &store{db: db, cb: gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "db", IsSuccessful: answered})}
}

func answered(err error) bool { return err == nil || errors.Is(err, context.Canceled) }

// A deadline.
func (s *store) bounded() error {
	_, err := s.cb.Execute(func() (interface{}, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return nil, s.db.PingContext(ctx)
	})
	return err
}

// The caller decides.
func (s *store) given(ctx context.Context) error {
	_, err := s.cb.Execute(func() (interface{}, error) { return nil, s.db.PingContext(ctx) })
	return err
}
