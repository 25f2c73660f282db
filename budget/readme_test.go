package budget_test

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// What the README shows compiles: every block of Go is below, or, as that needs its
// module, in that of grpcbudget.
func TestReadmeShowsCodeThatCompiles(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for i, block := range strings.Split(string(readme), "```go\n") {
		code, _, _ := strings.Cut(block, "```")
		if i == 0 || strings.Contains(code, "grpc.") {
			continue
		}
		seen++
		if !strings.Contains(outdented(string(own)), outdented(code)) {
			t.Errorf("this is not in readme_test.go:\n%s", code)
		}
	}
	equal(t, "blocks of code", seen, 6)
	_ = []any{newShop, serveShop, sell, (*shop).page, afterFailsafe, afterBackoff}
}

// outdented is code without what is before each line.
func outdented(code string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}

// Every row of the comparison says where it comes from.
func TestComparisonHasSources(t *testing.T) {
	rows := func(file string) (first []string, columns int) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, table, _ := strings.Cut(string(text), "| failsafe-go | resilience4j | Polly | Finagle | AWS SDK |\n")
		table, _, _ = strings.Cut(table, "\n\n")
		for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if i == 0 {
				continue
			}
			first, columns = append(first, cells[0]), len(cells)
			for _, cell := range cells {
				if strings.TrimSpace(cell) == "" {
					t.Errorf("%s: an empty cell in %q", file, cells[0])
				}
			}
		}
		return first, columns
	}
	shown, columns := rows("README.md")
	read, sources := rows("COMPARED.md")
	equal(t, "columns", columns, 7)
	equal(t, "columns of sources", sources, 6)
	equal(t, "rows", strings.Join(read, "\n"), strings.Join(shown, "\n"))
}

func afterFailsafe(ctx context.Context, stockBreaker budget.Breaker, f func(context.Context) (int, error)) (int, error) {
	// before: failsafe.With(retryPolicy, breaker, bulkhead, timeout.New of 300 ms).WithContext(ctx).Get(f)
	d, err := budget.New("stock", budget.Policy{
		Ceiling:       300 * time.Millisecond, // timeout.New; here it is in the context, and the callee sees it
		MaxConcurrent: 20,                     // bulkhead.New
		Retry:         budget.Retry{Attempts: 3},
		Breaker:       stockBreaker, // breaker.New("stock", breaker.Settings{})
	})
	if err != nil {
		return 0, err
	}
	n, err := budget.Do(ctx, d, f, budget.Idempotent())
	return n, err
}

func afterBackoff(ctx context.Context, d *budget.Dependency, query func(context.Context) (int, error)) (int, error) {
	// before: backoff.Retry(ctx, func() (int, error) { return cb.Execute(query) }, backoff.WithMaxTries(3))
	n, err := budget.Do(ctx, d, query, budget.Idempotent())
	return n, err
}

type shop struct {
	db     *sql.DB
	stock  *budget.Dependency
	prices *http.Client
}

func newShop(db *sql.DB) (*shop, error) {
	stock, err := budget.New("stock", budget.Policy{Ceiling: 300 * time.Millisecond, Observer: budget.Slog(nil)})
	if err != nil {
		return nil, err // says which field makes no sense
	}
	prices, err := budget.New("prices", budget.Policy{Ceiling: 500 * time.Millisecond, Observer: budget.Slog(nil)})
	if err != nil {
		return nil, err
	}
	return &shop{db: db, stock: stock, prices: prices.Client()}, nil // a client is made once, too
}

func (s *shop) page(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	n, err := budget.Do(ctx, s.stock, func(ctx context.Context) (n int, err error) {
		return n, s.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE sku = $1", r.PathValue("sku")).Scan(&n)
	}, budget.Idempotent()) // may be repeated: nobody else knows
	if err != nil {
		budget.WriteError(w, err) // 504, 503 with a Retry-After, 502: by the reason
		return
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/"+r.PathValue("sku"), nil)
	if err != nil {
		budget.WriteError(w, err)
		return
	}
	resp, err := s.prices.Do(req)
	if err != nil {
		budget.WriteError(w, err)
		return
	}
	defer resp.Body.Close() // ends the attempt: until then it holds its slot
	w.Header().Set("X-Stock", strconv.Itoa(n))
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}

func serveShop(s *shop) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /page/{sku}", s.page)
	return budget.NewServer(":8080", mux).ListenAndServe()
}

func sell(ctx context.Context, s *shop, jobs <-chan string) {
	for sku := range jobs {
		job, cancel := budget.WithAtMost(ctx, 30*time.Second)
		_, err := budget.Do(job, s.stock, func(ctx context.Context) (sql.Result, error) {
			return s.db.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE sku = $1", sku)
		}) // not idempotent: repeated only if it was provably not sent
		cancel()
		if budget.ReasonOf(err) == budget.ReasonCanceled {
			return // shutting down
		}
	}
}
