// Package errgroup is a stub with the signatures of golang.org/x/sync/errgroup.
package errgroup

import "context"

// Group runs functions and waits for them.
type Group struct{}

// WithContext returns a Group and a context that ends with it.
func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }

// Go runs f.
func (g *Group) Go(f func() error) {}

// TryGo runs f if the limit allows it.
func (g *Group) TryGo(f func() error) bool { return true }

// SetLimit limits the goroutines.
func (g *Group) SetLimit(n int) {}

// Wait waits for all of them.
func (g *Group) Wait() error { return nil }
