package example

import (
	"context"
	"database/sql"
	"sync"
)

// Prices keeps prices.
type Prices struct {
	mu    sync.Mutex
	known map[string]int
	db    *sql.DB
}

// Known is the price that is known.
func (p *Prices) Known(item string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[item]
}

// Update asks for a price.
func (p *Prices) Update(ctx context.Context, item string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var price int
	err := p.db.QueryRowContext(ctx, "SELECT price FROM items WHERE name = $1", item).Scan(&price) // want `example.Prices.mu is held while`
	p.known[item] = price
	return err
}
