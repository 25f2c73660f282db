// Package stand asks one dependency as a published experiment did, in four ways.
package stand

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// Stand is where the jobs are done.
type Stand struct {
	URL          string
	Quick, Right *http.Client
}

// New makes the clients.
func New(url string) *Stand {
	return &Stand{
		URL:   url,
		Quick: &http.Client{Timeout: 50 * time.Millisecond},
		Right: &http.Client{Timeout: 600 * time.Millisecond},
	}
}

// Once asks one time, and waits for a second.
func (s *Stand) Once() error {
	c := &http.Client{Timeout: time.Second}
	req, err := http.NewRequest(http.MethodGet, s.URL, nil)
	if err != nil {
		return err
	}
	return done(c.Do(req))
}

// Endless asks again, at once and for ever.
func (s *Stand) Endless() {
	for {
		if err := s.quick(context.Background()); err == nil {
			return
		}
	}
}

// Capped asks three times within the time of ctx, and pauses.
func (s *Stand) Capped(ctx context.Context) error {
	var err error
	for attempt := range 3 {
		if attempt > 0 {
			select {
			case <-time.After(rand.N(100 * time.Millisecond << (attempt - 1))):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err = s.quick(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (s *Stand) quick(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return err
	}
	return done(s.Quick.Do(req))
}

// Calm asks as Capped does, with a timeout that is longer than a job takes.
func (s *Stand) Calm(ctx context.Context) error {
	var err error
	for attempt := range 3 {
		if attempt > 0 {
			select {
			case <-time.After(rand.N(100 * time.Millisecond << (attempt - 1))):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err = s.right(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (s *Stand) right(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return err
	}
	return done(s.Right.Do(req))
}

func done(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
