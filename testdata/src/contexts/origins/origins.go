// Package origins holds one context a line, and where it comes from.
package origins

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"contexts/facts"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/errgroup"
)

func use(context.Context) {}

type keeper struct {
	ctx  context.Context
	Open context.Context
}

type key struct{}

func keep() *keeper { return &keeper{ctx: context.Background(), Open: context.Background()} }

func (k *keeper) kept() {
	use(k.ctx)  // origin: none, Background, kept in ctx
	use(k.Open) // origin: unknown
}

func roots() {
	use(context.Background())                       // origin: none, Background
	use(context.TODO())                             // origin: none, TODO
	use(context.WithoutCancel(facts.Plain()))       // origin: none, Detached
	use(context.WithValue(facts.Plain(), key{}, 1)) // origin: none, Background
	use(nil)                                        // origin: none, Nil
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	use(ctx) // origin: none, Signal
	g, gctx := errgroup.WithContext(ctx)
	_ = g
	use(gctx) // origin: none, Signal
	c, cancel := context.WithCancel(ctx)
	defer cancel()
	use(c) // origin: none, Signal
	dead, kill := context.WithCancel(ctx)
	kill()
	use(dead) // origin: unknown
}

func limits(ctx context.Context, d time.Duration) {
	c, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	use(c) // origin: deadline 1s
	v, cancel2 := context.WithTimeout(context.Background(), d)
	defer cancel2()
	use(v)                              // origin: deadline
	use(context.WithValue(c, key{}, 1)) // origin: deadline 1s
	use(context.WithoutCancel(c))       // origin: none, Detached
	f, cancel3 := facts.Short(ctx)
	defer cancel3()
	use(f)                 // origin: deadline 2s
	use(facts.Named(c))    // origin: deadline 1s
	use(facts.Named(ctx))  // origin: param ctx
	use(facts.Either(ctx)) // origin: unknown
}

func given(ctx context.Context, r *http.Request, c *gin.Context) {
	use(ctx)                         // origin: param ctx
	use(r.Context())                 // origin: request
	use(c)                           // origin: request, Gin
	use(c.Request.Context())         // origin: request
	func() { use(ctx) }()            // origin: param ctx
	go func() { use(r.Context()) }() // origin: request
}

func joins(ctx context.Context, long bool) {
	a := context.Background()
	if long {
		a = context.TODO()
	}
	use(a) // origin: none
	b := context.Background()
	if long {
		var cancel context.CancelFunc
		b, cancel = context.WithTimeout(b, time.Second)
		defer cancel()
	}
	use(b) // origin: mixed, Background
	if ctx == nil {
		ctx = context.Background()
	}
	use(ctx) // origin: param ctx
}

func patient(ctx context.Context) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	use(ctx) // origin: deadline 1m
}
