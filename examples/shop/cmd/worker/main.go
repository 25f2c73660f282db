// Command worker does what nobody waits for: mails, partners, the day's figures.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/oauth2"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/consumer"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/notify"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/payouts"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/queue"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/rates"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/reports"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/store"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/webhook"
)

var (
	drainSeconds = flag.Int("drain", 10, "how long a stop may take, in seconds")
	graceSeconds = flag.Int("grace", 2, "how long to wait before stopping, in seconds")
)

func main() {
	flag.Parse()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, log); err != nil {
		log.Error("worker", "err", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, log *slog.Logger) error {
	st, err := store.Open(os.Getenv("SHOP_DSN"))
	if err != nil {
		return err
	}
	defer st.Close()
	sales, err := reports.Open()
	if err != nil {
		return err
	}
	table := rates.New("https://bank.example")
	if err := table.Warm(ctx); err != nil {
		return err
	}
	incoming, mails := queue.NewRedis("redis:6379", "orders"), queue.NewRedis("redis:6379", "mails")
	defer incoming.Close()
	defer mails.Close()
	mailer := &notify.Mailer{Addr: "relay:25", Host: "relay", From: "shop@example.com"}
	paid := payouts.New("https://api.payline.example", oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("PAYLINE_TOKEN")}))
	outbox := webhook.NewOutbox(log)

	var jobs sync.WaitGroup
	jobs.Go(func() {
		(&consumer.Orders{Queue: incoming, Log: log, Handle: func(ctx context.Context, body []byte) error {
			if err := st.AddEvent(ctx, string(body), "taken"); err != nil {
				return err
			}
			return outbox.Add(ctx, webhook.Event{ID: string(body), URL: "https://partner.example/hook", Body: body})
		}}).Run(ctx)
	})
	jobs.Go(func() {
		(&consumer.Mails{Queue: mails, Log: log, Handle: func(ctx context.Context, body []byte) error {
			var m struct{ To, Text string }
			if err := json.Unmarshal(body, &m); err != nil {
				return err
			}
			return mailer.Send(ctx, m.To, m.Text)
		}}).Run(ctx)
	})
	jobs.Go(func() { outbox.Run(ctx) })
	jobs.Go(func() { table.Keep(ctx, func(err error) { log.Warn("rates", "err", err) }) })
	jobs.Go(func() { figures(ctx, log, sales, paid, mailer) })

	go func() {
		if err := webhook.Listen(":8090", func(body []byte) { log.Info("carrier", "says", string(body)) }); err != nil {
			log.Error("webhooks", "err", err)
		}
	}()

	<-ctx.Done()
	time.Sleep(time.Duration(*graceSeconds) * time.Second)
	done := make(chan struct{})
	go func() { jobs.Wait(); close(done) }()
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Duration(*drainSeconds))
	defer cancel()
	select {
	case <-done:
		return nil
	case <-stopCtx.Done():
		return stopCtx.Err()
	}
}

// figures logs what was sold and what was paid out, once a day.
func figures(ctx context.Context, log *slog.Logger, sales *reports.Reports, paid *payouts.Client, mailer *notify.Mailer) {
	tick := time.NewTicker(24 * time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		cents, err := sales.Total()
		if err != nil {
			log.Error("figures", "err", errors.Join(err, mailer.Alarm([]string{"accounts@example.com"}, "no figures today")))
			continue
		}
		out, err := paid.Day(time.Now().AddDate(0, 0, -1))
		if err != nil {
			log.Error("payouts", "err", err)
			continue
		}
		log.Info("figures", "cents", cents, "payouts", len(out))
	}
}
