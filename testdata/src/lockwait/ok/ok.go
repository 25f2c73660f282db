// Package ok holds locks under which nobody waits for long, or all who wait mean to.
package ok

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"
)

type store struct {
	mu        sync.Mutex
	refreshMu sync.Mutex
	one       sync.Mutex
	rw        sync.RWMutex
	db        *sql.DB
	client    *http.Client
	last      time.Time
}

func (s *store) at() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// The call has its own time.
func (s *store) limited(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "SELECT 1")
	return err
}

// The lock is let go before.
func (s *store) after(ctx context.Context) error {
	s.mu.Lock()
	s.last = time.Now()
	s.mu.Unlock()
	_, err := s.db.ExecContext(ctx, "SELECT 1")
	return err
}

// One at a time, as its name says.
func (s *store) refresh(ctx context.Context) error {
	s.refreshMu.Lock()
	defer s.refreshMu.Unlock()
	_, err := s.db.ExecContext(ctx, "SELECT refresh()")
	return err
}

func (s *store) refreshing() bool { return !s.refreshMu.TryLock() }

// One at a time: nobody takes it for anything else.
func (s *store) first(ctx context.Context) error {
	s.one.Lock()
	defer s.one.Unlock()
	_, err := s.db.ExecContext(ctx, "SELECT 1")
	return err
}

func (s *store) second(ctx context.Context) error {
	s.one.Lock()
	defer s.one.Unlock()
	_, err := s.db.ExecContext(ctx, "SELECT 2")
	return err
}

// A goroutine does not hold the lock of who starts it.
func (s *store) beside(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	go func() { _, _ = s.db.ExecContext(ctx, "SELECT 1") }()
}

// Readers do not keep readers out.
func (s *store) read(ctx context.Context) error {
	s.rw.RLock()
	defer s.rw.RUnlock()
	_, err := s.db.ExecContext(ctx, "SELECT 1")
	return err
}

// A transaction has one user, and its mutex lets one query of it run at a time.
type unit struct {
	mu      sync.Mutex
	tx      *sql.Tx
	written int
}

func (u *unit) write(ctx context.Context, row string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.written++
	_, err := u.tx.ExecContext(ctx, "INSERT INTO rows VALUES (?)", row)
	return err
}

func (u *unit) rows() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.written
}
