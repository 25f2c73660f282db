package deadline

import (
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
)

const ms = time.Millisecond

// example is a small shop in which everything happens that a printer may meet.
func example() Report {
	at := func(file string, line int) link.Place { return link.Place{File: file, Line: line, Column: 2} }
	after := func(d time.Duration, from string, p link.Place) link.Bound {
		return link.Bound{Kind: link.Bounded, D: d, From: from, Place: p}
	}
	none, unseen, inherited := link.Bound{Kind: link.Unbounded}, link.Bound{Kind: link.Unseen, From: "config.Config.Timeout"}, link.Bound{Kind: link.Inherited}
	n := func(n int) link.Count { return link.Count{Lo: n, Hi: n, Known: true} }
	up := func(d time.Duration) link.Wait { return link.Wait{Lo: d, Hi: d} }
	most := func(d time.Duration) link.Wait { return link.Wait{Hi: d} }
	step := func(function string, file string, line int, times int) link.Step {
		return link.Step{Function: function, Place: at(file, line), Attempts: n(times), Retry: times > 1}
	}
	server := after(5*time.Second, "http.Server.WriteTimeout", at("cmd/shop/main.go", 58))
	postgres := link.Call{
		Dependency: "postgres", What: "database/sql.DB.QueryContext", Place: at("internal/store/store.go", 31), Clipped: true,
		Connect: unseen, Response: inherited, Pool: none, Attempts: n(1), Total: n(1), Wait: most(3 * time.Second), All: most(3 * time.Second),
		Idempotent: link.Yes, Why: "SELECT",
	}
	storing := postgres
	storing.Path = []link.Step{step("front.Handler.PlaceOrder", "internal/front/front.go", 52, 1), step("orders.Service.Place", "internal/orders/place.go", 21, 1),
		step("store.Store.Insert", "internal/store/store.go", 31, 1)}
	storing.What, storing.Idempotent, storing.Why = "database/sql.DB.ExecContext", link.No, "INSERT"
	return Report{
		Availability: .999,
		Tree: link.Report{
			Module: "example.com/shop",
			Entries: []link.Entry{
				{
					Name: "GET /health", Kind: link.Handler, Function: "front.Handler.Health", Place: at("internal/front/front.go", 20),
					Use: server, Cancel: none,
				},
				{
					Name: "GET /orders/{id}", Kind: link.Handler, Function: "front.Handler.Order", Place: at("internal/front/front.go", 40),
					Use: server, Cancel: after(2*time.Second, "http.TimeoutHandler", at("internal/front/front.go", 22)),
					Calls: []link.Call{
						postgres,
						{
							Dependency: "cache", What: "redis.Client.Get", Place: at("internal/cache/cache.go", 18), Clipped: true,
							Connect: after(5*time.Second, "redis.Options.DialTimeout", link.Place{}), Response: after(500*ms, "redis.Options.ReadTimeout", at("internal/cache/cache.go", 9)),
							Pool: after(4*time.Second, "redis.Options.PoolTimeout", link.Place{}), Attempts: n(4), Total: n(4), Retry: true,
							Wait: most(2 * time.Second), All: most(2 * time.Second), Arithmetic: "4 × 500ms = 2s", Idempotent: link.Yes, Why: "GET", Optional: true,
						},
					},
					Own: link.Wait{}, Governed: most(5 * time.Second), Worst: most(2 * time.Second),
				},
				{
					Name: "POST /orders", Kind: link.Handler, Function: "front.Handler.PlaceOrder", Place: at("internal/front/front.go", 48),
					Use: server, Cancel: none,
					Calls: []link.Call{
						{
							Dependency: "payments", What: "net/http.Client.Do", Place: at("internal/payments/charge.go", 88),
							Path: []link.Step{step("front.Handler.PlaceOrder", "internal/front/front.go", 51, 3), step("orders.Service.Place", "internal/orders/place.go", 17, 3),
								step("payments.Client.Charge", "internal/payments/charge.go", 88, 3)},
							Connect: after(time.Second, "net.Dialer.Timeout", at("internal/outbound/outbound.go", 12)), Response: after(10*time.Second, "http.Client.Timeout", at("internal/payments/client.go", 19)),
							Attempts: n(3), Retry: true, Pause: link.Pause{Base: 100 * ms, Factor: 2}, Total: n(27), Wait: up(30300 * ms), All: up(272700 * ms),
							Arithmetic: "3 × 10s + 300ms = 30.3s", Idempotent: link.No, Why: "POST",
						},
						storing,
						{
							Dependency: "mail", What: "net/smtp.SendMail", Place: at("internal/notify/mail.go", 14), Connect: none, Response: none, Attempts: link.Count{Lo: 1, Endless: true}, Retry: true,
							Path:  []link.Step{step("front.Handler.PlaceOrder", "internal/front/front.go", 55, 1), step("notify.Mailer.Send", "internal/notify/mail.go", 14, 1)},
							Total: link.Count{Lo: 1, Endless: true}, Wait: link.Wait{Unbounded: true}, All: link.Wait{Unbounded: true}, Idempotent: link.Maybe, Optional: true,
						},
					},
					Own: link.Wait{Lo: 272700 * ms, Unbounded: true}, Governed: most(3 * time.Second), Worst: link.Wait{Lo: 272700 * ms, Unbounded: true},
					Breaks: []link.Break{
						{Rule: "overbudget", Confidence: "high", Place: at("internal/payments/charge.go", 88),
							Message: "3 × 10s + 300ms = 30.3s, but POST /orders stops waiting after 5s (cmd/shop/main.go:58)"},
						{Rule: "retrynested", Confidence: "high", Place: at("internal/orders/place.go", 17), Message: "3 × 3 × 3 = 27 calls to payments for one POST /orders"},
					},
				},
				{
					Name: "pricing.Pricing/Quote", Kind: link.RPC, Function: "pricing.Server.Quote", Place: at("internal/pricing/server.go", 12),
					Use: link.Bound{}, Cancel: unseen,
					Calls: []link.Call{
						{Dependency: "rates", What: "net/http.Client.Get", Place: at("internal/rates/rates.go", 46), Clipped: true, Connect: unseen, Response: unseen,
							Attempts: link.Count{Lo: 1, Hi: 4, Known: true}, Total: link.Count{Lo: 1, Hi: 4, Known: true}, Wait: link.Wait{Unknown: []string{"config.Config.Timeout"}},
							All: link.Wait{Lo: 300 * ms, Unknown: []string{"config.Config.Timeout"}}, Parallel: 1, Idempotent: link.Yes, Why: "GET"},
						{Dependency: "cache", What: "redis.Client.Set", Place: at("internal/cache/cache.go", 30), Clipped: true, Response: after(500*ms, "redis.Options.ReadTimeout", at("internal/cache/cache.go", 9)),
							Attempts: n(1), Total: n(1), Wait: most(500 * ms), All: most(500 * ms), Parallel: 1, Idempotent: link.Yes, Why: "SET"},
					},
					Governed: link.Wait{Lo: 300 * ms, Unknown: []string{"config.Config.Timeout"}}, Worst: link.Wait{Lo: 300 * ms, Unknown: []string{"config.Config.Timeout"}},
				},
			},
			Dependencies: []link.Dependency{
				{Name: "cache", What: []string{"redis.Client.Get", "redis.Client.Set"}, Callers: []string{"GET /orders/{id}", "pricing.Pricing/Quote"}, Place: at("internal/cache/cache.go", 18)},
				{Name: "mail", What: []string{"net/smtp.SendMail"}, Callers: []string{"POST /orders"}, Place: at("internal/notify/mail.go", 14)},
				{Name: "payments", What: []string{"net/http.Client.Do"}, Callers: []string{"POST /orders"}, Place: at("internal/payments/charge.go", 88)},
				{Name: "postgres", What: []string{"database/sql.DB.ExecContext", "database/sql.DB.QueryContext"}, Callers: []string{"GET /orders/{id}", "POST /orders"}, Place: at("internal/store/store.go", 31)},
				{Name: "rates", What: []string{"net/http.Client.Get"}, Callers: []string{"pricing.Pricing/Quote"}, Place: at("internal/rates/rates.go", 46)},
			},
			Graph: []link.Edge{
				{From: "POST /orders", To: "orders.Service.Place", Place: at("internal/front/front.go", 51), Attempts: n(3)},
				{From: "orders.Service.Place", To: "payments.Client.Charge", Place: at("internal/orders/place.go", 17), Attempts: n(3)},
				{From: "payments.Client.Charge", To: "payments", Place: at("internal/payments/charge.go", 88), Attempts: n(3)},
			},
			Unknown: []link.Unknown{{What: "interface call orders.Pricer.Quote: no implementation in sight", Count: 3}},
		},
		Inventory: report.Inventory{
			Rows: []inventory.Row{
				{File: "internal/payments/client.go", Line: 19, Column: 9, Package: "example.com/shop/internal/payments", Function: "New", Stage: "total", What: "net/http.Client.Timeout",
					How: timeouts.Written, Value: timeouts.Value{Kind: timeouts.Exact, Lo: 10 * time.Second, Hi: 10 * time.Second}, Dependencies: []string{"payments"}},
				{File: "internal/rates/rates.go", Line: 31, Column: 12, Package: "example.com/shop/internal/rates", Stage: "total", What: "net/http.Client.Timeout", How: timeouts.Default,
					Value: timeouts.Value{Kind: timeouts.Never}},
				{File: "internal/rates/rates.go", Line: 33, Column: 12, Package: "example.com/shop/internal/rates", Stage: "context", What: "context.WithTimeout", How: timeouts.Written,
					Value: timeouts.Value{Kind: timeouts.Unknown, From: []string{"config.Config.Timeout"}}},
			},
			Skipped: []driver.Skipped{{Package: "example.com/shop/broken", Reason: "broken.go:1:1: expected 'package'"}},
		},
	}
}
