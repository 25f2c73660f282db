package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func basketAfter(ctx context.Context, addr, id string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})
	defer rdb.Close()
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return rdb.Get(ctx, "basket:"+id).Result()
}
