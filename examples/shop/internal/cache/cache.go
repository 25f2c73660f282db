// Package cache keeps small answers in Redis.
package cache

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cache is safe for use by many goroutines.
type Cache struct{ rdb *redis.Client }

// New returns the cache of baskets.
func New(addr string) *Cache {
	return &Cache{rdb: redis.NewClient(&redis.Options{
		Addr:        addr,
		DialTimeout: time.Second,
		ReadTimeout: time.Second,
		MaxRetries:  -1,
	})}
}

// NewSessions returns the cache of sessions.
func NewSessions(addr string) *Sessions {
	return &Sessions{rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           time.Second,
		ReadTimeout:           time.Second,
		MaxRetries:            -1,
		ContextTimeoutEnabled: true,
	})}
}

// Basket reads a basket. A cache that takes its time is no cache, so it has 150 ms.
func (c *Cache) Basket(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return c.rdb.Get(ctx, "basket:"+id).Result()
}

// Close closes the connections.
func (c *Cache) Close() error { return c.rdb.Close() }

// Sessions is safe for use by many goroutines.
type Sessions struct{ rdb *redis.Client }

// Customer says whose session it is.
func (s *Sessions) Customer(ctx context.Context, token string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return s.rdb.Get(ctx, "session:"+token).Result()
}

// Close closes the connections.
func (s *Sessions) Close() error { return s.rdb.Close() }
