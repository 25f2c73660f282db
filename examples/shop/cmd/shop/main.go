// Command shop serves customers, partners and the shop's own people.
package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/oauth2"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/account"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/backoffice"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/cache"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/carrier"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/catalog"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/debug"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/feed"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/front"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/geo"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/media"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/orders"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/payments"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/pricing"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/reports"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/risk"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
)

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, log); err != nil {
		log.Error("shop", "err", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, log *slog.Logger) error {
	addr := flag.String("addr", ":8080", "where customers come in")
	scanners := flag.String("scanners", ":7070", "where the scanners connect")
	flag.Parse()

	st, err := store.Open(os.Getenv("SHOP_DSN"))
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Migrate(); err != nil {
		return err
	}
	sales, err := reports.Open()
	if err != nil {
		return err
	}
	prices, err := pricing.New("dns:///pricing:9000")
	if err != nil {
		return err
	}
	defer prices.Close()
	baskets := cache.New("redis:6379")
	defer baskets.Close()

	tokens := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("PAYLINE_TOKEN")})
	pay := payments.New("https://api.payline.example", tokens)
	h := &front.Handler{
		Orders:  orders.New(st, pay, prices, log),
		Store:   st,
		Prices:  prices,
		Baskets: baskets,
		Stock:   front.NewStock("http://stock:8080"),
		Account: account.New(account.Services{Loyalty: "http://loyalty", Wishlist: "http://wishlist", Reviews: "http://reviews", Coupons: "http://coupons"}),
		Geo:     geo.New("http://geo"),
		Catalog: catalog.New("http://catalog"),
		Risk:    risk.New("http://risk"),
		Carrier: carrier.New("https://carrier.example"),
		Log:     log,
	}

	l, err := net.Listen("tcp", *scanners)
	if err != nil {
		return err
	}
	defer l.Close()
	hub := feed.NewHub(1000, log)
	go hub.Serve(ctx, l)
	go hub.Follow(ctx, feed.Config{Addr: "warehouse-2:7070", IdleTimeout: 2 * time.Minute})
	go func() {
		if err := prices.Warm([]string{"tea", "coffee", "cups"}); err != nil {
			log.Warn("warm", "err", err)
		}
	}()
	go func() {
		if err := debug.Listen(); err != nil {
			log.Warn("debug", "err", err)
		}
	}()

	servers := []*http.Server{
		front.NewServer(*addr, h),
		front.NewPartnerServer(":8081", h),
		front.NewPickupServer(":8082", h),
		front.NewProbeServer(":8083", func() bool { return ctx.Err() == nil }),
		backoffice.NewServer(":8084", backoffice.New(sales, "north", "south", "harbour", "airport")),
		media.NewServer(":8085", media.New("http://pictures"), media.NewArchive("http://films")),
	}
	failed := make(chan error, len(servers))
	for _, srv := range servers {
		go func() { failed <- srv.ListenAndServe() }()
	}
	select {
	case <-ctx.Done():
		err = nil
	case err = <-failed:
	}

	// Whoever is being served may finish, within ten seconds.
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, srv := range servers {
		err = errors.Join(err, srv.Shutdown(stopCtx))
	}
	return err
}
