// Package orders is what the shop does with an order.
package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/payments"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
)

// Charger takes money.
type Charger interface {
	Charge(ctx context.Context, key string, ch payments.Charge) error
}

// Pricer knows what things cost.
type Pricer interface {
	Quote(ctx context.Context, customer string, skus []string) (int64, error)
}

// Service is safe for use by many goroutines.
type Service struct {
	store  *store.Store
	pay    Charger
	prices Pricer
	log    *slog.Logger
}

// New returns the service.
func New(st *store.Store, pay Charger, prices Pricer, log *slog.Logger) *Service {
	return &Service{store: st, pay: pay, prices: prices, log: log}
}

// Place prices a basket and writes the order down.
func (s *Service) Place(ctx context.Context, id, customer string, skus []string) (store.Order, error) {
	quoteCtx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	cents, err := s.prices.Quote(quoteCtx, customer, skus)
	if err != nil {
		return store.Order{}, fmt.Errorf("price of order %s: %w", id, err)
	}
	o := store.Order{ID: id, Customer: customer, State: "new", Cents: cents}
	if err := s.store.Insert(quoteCtx, o); err != nil {
		return store.Order{}, err
	}
	return o, nil
}

// Pay charges an order and marks it paid. The order's id is the name of the charge, so the
// customer pays once.
func (s *Service) Pay(ctx context.Context, id string) error {
	o, err := s.store.Get(ctx, id)
	if err != nil {
		return err
	}
	var last error
	for attempt := range 3 {
		last = s.pay.Charge(ctx, "order-"+o.ID, payments.Charge{OrderID: o.ID, Cents: o.Cents})
		if last == nil {
			return s.store.SetState(ctx, o.ID, "paid")
		}
		if !payments.Retryable(last) {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return last
}

// Cancel calls an order off. Its goods go back on the shelf while the customer reads on.
func (s *Service) Cancel(ctx context.Context, id string) error {
	if err := s.store.SetState(ctx, id, "cancelled"); err != nil {
		return err
	}
	go func() {
		if err := s.store.Release(context.WithoutCancel(ctx), id); err != nil {
			s.log.Error("release", "order", id, "err", err)
		}
	}()
	return nil
}

// Return takes an order back: its goods are free again, whatever becomes of the request.
func (s *Service) Return(ctx context.Context, id string) error {
	if err := s.store.SetState(ctx, id, "returned"); err != nil {
		return err
	}
	return s.store.Release(context.Background(), id)
}

// Reserve tries an order out. If it cannot be paid its goods are given back, also when the
// customer has gone.
func (s *Service) Reserve(ctx context.Context, id string) (err error) {
	defer func() {
		if err == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		err = errors.Join(err, s.store.Release(ctx, id))
	}()
	if err := s.store.SetState(ctx, id, "reserved"); err != nil {
		return err
	}
	return s.Pay(ctx, id)
}

// Expire forgets an order in the background.
func (s *Service) Expire(id string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.store.Release(ctx, id); err != nil {
			s.log.Error("expire", "order", id, "err", err)
		}
	}()
}

// Fresh reads an order as it is after a change.
func (s *Service) Fresh(ctx context.Context, id string) (store.Order, error) {
	// The replica is up to five seconds behind.
	time.Sleep(5 * time.Second)
	return s.store.Get(ctx, id)
}

// Settled reads an order once its payment has had the time to come in.
func (s *Service) Settled(ctx context.Context, id string) (store.Order, error) {
	select {
	case <-ctx.Done():
		return store.Order{}, ctx.Err()
	case <-time.After(500 * time.Millisecond):
	}
	return s.store.Get(ctx, id)
}
