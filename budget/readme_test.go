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

// What the README shows compiles: its functions are those below.
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
		if i == 0 || !strings.HasPrefix(code, "func ") && !strings.HasPrefix(code, "type ") {
			continue
		}
		seen++
		if !strings.Contains(string(own), code) {
			t.Errorf("this is not in readme_test.go:\n%s", code)
		}
	}
	equal(t, "blocks of code", seen, 4)
	_ = []any{newShop, serveShop, sell, (*shop).page}
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
