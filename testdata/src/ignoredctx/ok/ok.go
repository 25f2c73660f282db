// Package ok holds clients that honour the deadline, or are given none.
package ok

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type sessions struct{ rdb *redis.Client }

func newSessions(addr string) *sessions {
	return &sessions{rdb: redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})}
}

func (s *sessions) customer(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return s.rdb.Get(ctx, id).Result()
}

// The caller's context: who knows.
type plain struct{ rdb *redis.Client }

func newPlain(addr string) *plain {
	return &plain{rdb: redis.NewClient(&redis.Options{Addr: addr})}
}

func (p *plain) get(ctx context.Context, id string) (string, error) {
	return p.rdb.Get(ctx, id).Result()
}

// The socket gives up first.
type quick struct{ rdb *redis.Client }

func newQuick(addr string) *quick {
	return &quick{rdb: redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: 100 * time.Millisecond})}
}

func (q *quick) get(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return q.rdb.Get(ctx, id).Result()
}

// The options come from a URL, which may say it.
type parsed struct{ rdb *redis.Client }

func newParsed(url string) (*parsed, error) {
	opt, err := redis.ParseURL(url)
	if err != nil {
		return nil, err
	}
	return &parsed{rdb: redis.NewClient(opt)}, nil
}

func (p *parsed) get(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return p.rdb.Get(ctx, id).Result()
}

// Set later.
func later(ctx context.Context, addr string, on bool) (string, error) {
	opt := &redis.Options{Addr: addr}
	opt.ContextTimeoutEnabled = on
	rdb := redis.NewClient(opt)
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return rdb.Get(ctx, "x").Result()
}
