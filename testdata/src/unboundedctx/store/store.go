// Package store is what the rule sees of other packages: by facts.
package store

import (
	"context"
	"database/sql"
	"time"
)

type Store struct{ DB *sql.DB }

// Release waits on its context alone.
func (s *Store) Release(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, "DELETE FROM r WHERE id = ?", id)
	return err
}

// Touch passes its context on.
func (s *Store) Touch(ctx context.Context, id string) error {
	return s.touch(ctx, id)
}

func (s *Store) touch(ctx context.Context, id string) error { return s.Release(ctx, id) }

// Get sets a deadline: its caller need not.
func (s *Store) Get(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.Release(ctx, id)
}

// Patient sets one if the caller has not.
func (s *Store) Patient(ctx context.Context, id string) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	return s.Release(ctx, id)
}

type key struct{}

// Named returns a context made of its parameter.
func Named(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, key{}, name)
}

// Short returns one with a deadline.
func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}
