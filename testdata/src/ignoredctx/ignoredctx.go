package ignoredctx

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type cache struct{ rdb *redis.Client }

func newCache(addr string) *cache {
	return &cache{rdb: redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: time.Second})} // want `redis\.Options has no ContextTimeoutEnabled: the 150ms that ignoredctx\.cache\.basket gives its command at ignoredctx\.go:\d+ does not end it once it is sent, only ReadTimeout does; set ContextTimeoutEnabled`
}

func (c *cache) basket(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return c.rdb.Get(ctx, id).Result()
}

func local(ctx context.Context, addr string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr}) // want `the 1s that`
	defer rdb.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return rdb.Get(ctx, "x").Result()
}
