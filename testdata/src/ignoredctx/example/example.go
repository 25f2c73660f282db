package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func basket(ctx context.Context, addr, id string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr}) // want `has no ContextTimeoutEnabled`
	defer rdb.Close()
	ctx, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
	defer cancel()
	return rdb.Get(ctx, "basket:"+id).Result()
}
