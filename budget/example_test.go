package budget_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func ExampleDo() {
	prices, err := budget.New("prices", budget.Policy{
		Ceiling: 300 * time.Millisecond, // its p99.9 and a margin
		Floor:   20 * time.Millisecond,  // its p50
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := budget.WithAtMost(context.Background(), 2*time.Second)
	defer cancel()

	price, err := budget.Do(ctx, prices, func(ctx context.Context) (int, error) {
		return 42, nil // a query, an RPC: anything that honours ctx
	}, budget.Idempotent())
	fmt.Println(price, err)
	// Output: 42 <nil>
}

func ExampleDoOr() {
	ads, err := budget.New("ads", budget.Policy{Floor: 25 * time.Millisecond})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Only 20 ms are left, and 10 of them are reserved: not worth calling.
	ctx, cancel := budget.WithAtMost(context.Background(), 20*time.Millisecond)
	defer cancel()

	banner, err := budget.DoOr(ctx, ads,
		func(ctx context.Context) (string, error) { return "fresh", nil },
		func(_ context.Context, why *budget.Error) (string, error) {
			return fmt.Sprintf("cached (%v)", why.Reason), nil
		})
	fmt.Println(banner, err)
	// Output: cached (floor) <nil>
}

func ExampleDependency_Timeout() {
	d, err := budget.New("d", budget.Policy{
		Ceiling: 4 * time.Second,
		Floor:   2 * time.Second,
		Reserve: time.Second,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, left := range []time.Duration{time.Hour, 4 * time.Second, 2 * time.Second} {
		ctx, cancel := context.WithTimeout(context.Background(), left)
		granted, err := d.Timeout(ctx)
		fmt.Println(left, "left:", granted.Round(time.Second), budget.ReasonOf(err))
		cancel()
	}
	// Output:
	// 1h0m0s left: 4s none
	// 4s left: 3s none
	// 2s left: 1s floor
}

func ExamplePlan() {
	step := func(name string, ceiling, floor time.Duration) *budget.Dependency {
		d, err := budget.New(name, budget.Policy{Ceiling: ceiling, Floor: floor})
		if err != nil {
			fmt.Println(err)
		}
		return d
	}
	user, order, ads := step("user", 5*time.Second, time.Second), step("order", 9*time.Second, 3*time.Second), step("ads", 6*time.Second, 2*time.Second)
	plan := budget.Plan{
		Reserve: 2 * time.Second, // merge and send
		Steps:   []budget.Step{{Dependency: user}, {Dependency: order}, {Dependency: ads, Optional: true}},
	}
	ctx, cancel := budget.WithAtMost(context.Background(), 9*time.Second)
	defer cancel()

	// 9s less the reserve, less order's floor; nothing is kept for the ads.
	granted, err := plan.Timeout(ctx, 0)
	fmt.Println(granted.Round(time.Second), err)

	_, err = budget.Do(ctx, user, func(context.Context) (string, error) { return "Ada", nil }, plan.Step(0))
	fmt.Println(err)
	// Output:
	// 4s <nil>
	// <nil>
}

func ExampleDependency_Client() {
	server := httptest.NewServer(budget.Middleware(budget.ServerOptions{})(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			left, _ := budget.Remaining(r.Context())
			fmt.Println("the handler has at most 5s:", left <= 5*time.Second)
		})))
	defer server.Close()

	orders, err := budget.New("orders", budget.Policy{Ceiling: 5 * time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	client := orders.Client() // once
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, server.URL, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.StatusCode)
	// Output:
	// the handler has at most 5s: true
	// 200
}

func ExampleWithOptions() {
	payments, err := budget.New("payments", budget.Policy{})
	if err != nil {
		fmt.Println(err)
		return
	}
	client := payments.Client()

	// A POST is not repeated, unless repeating is declared harmless: then every
	// attempt carries the same Idempotency-Key.
	ctx := budget.WithOptions(context.Background(), budget.Idempotent(), budget.Within(2*time.Second))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://payments.example/charges", strings.NewReader("{}"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client, req // client.Do(req)
}

func ExampleMiddleware() {
	stats := new(budget.ServerStats) // export these
	bound := budget.Middleware(budget.ServerOptions{
		Max:    5 * time.Second,
		Accept: []budget.Source{budget.EnvoyTimeout},
		Stats:  stats,
	})
	handler := bound(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fmt.Println("not reached") }))

	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set(budget.HeaderTimeout, "0") // expired on its way
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Header().Get(budget.HeaderExpired), stats.Expired.Load())
	// Output: 504 1 1
}

func ExampleDetach() {
	request, leave := context.WithCancel(context.Background())
	audit, cancel := budget.Detach(request, 5*time.Second)
	defer cancel()
	leave() // the request is over; the audit record may still be written
	fmt.Println(request.Err(), audit.Err())
	// Output: context canceled <nil>
}

func ExampleAcquire() {
	pool := make(chan int, 1)
	pool <- 7
	conn := func(ctx context.Context) (int, error) { // (*sql.DB).Conn in real life
		select {
		case c := <-pool:
			return c, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	fmt.Println(budget.Acquire(context.Background(), time.Second, conn))
	_, err := budget.Acquire(context.Background(), time.Millisecond, conn)
	fmt.Println(budget.ReasonOf(err), errors.Is(err, context.DeadlineExceeded))
	// Output:
	// 7 <nil>
	// full true
}

func ExampleSlog() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		switch a.Key { // what differs between runs
		case slog.TimeKey, "granted", "elapsed", "remaining":
			return slog.Attr{}
		}
		return a
	}}))
	d, err := budget.New("orders", budget.Policy{Observer: budget.Slog(logger)})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Millisecond) // less than reserve and floor
	defer cancel()
	budget.Do(ctx, d, func(context.Context) (int, error) { return 1, nil })
	// Output: level=WARN msg="budget: refused" dependency=orders reason=floor outcome=neutral attempt=1
}

func ExampleWriteProfile() {
	d, err := budget.New("orders", budget.Policy{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		budget.Do(context.Background(), d, func(context.Context) (int, error) { return 1, nil })
	}
	var file bytes.Buffer
	if err := budget.WriteProfile(&file, d); err != nil {
		fmt.Println(err)
		return
	}
	p, err := budget.ReadProfile(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Dependencies[0].Name, p.Dependencies[0].Count)
	// Output: orders 3
}

func ExampleDependency_Begin() {
	d, err := budget.New("feed", budget.Policy{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// A stream ends when its consumer is done, not when a function returns.
	a, err := d.Begin(context.Background(), budget.Within(time.Hour))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("slots taken:", d.Stats().InFlight)
	fmt.Println("ended with:", a.End(nil))
	fmt.Println("slots taken:", d.Stats().InFlight)
	// Output:
	// slots taken: 1
	// ended with: <nil>
	// slots taken: 0
}
