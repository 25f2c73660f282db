package example

import "context"

// UpdateBeside asks for a price, and keeps nobody from the others.
func (p *Prices) UpdateBeside(ctx context.Context, item string) error {
	var price int
	if err := p.db.QueryRowContext(ctx, "SELECT price FROM items WHERE name = $1", item).Scan(&price); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[item] = price
	return nil
}
