package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/report/documented"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
)

func exampleInventory() Inventory {
	exactly := func(d time.Duration) timeouts.Value { return timeouts.Value{Kind: timeouts.Exact, Lo: d, Hi: d} }
	inv := Inventory{
		Rows: []inventory.Row{
			{File: "orders/client.go", Line: 14, Column: 3, Package: "m/orders", Function: "New", Stage: "attempt", How: timeouts.Written,
				What: "github.com/timeoutlint/timeoutlint/budget.Policy.Ceiling", Value: exactly(5 * time.Second), Dependencies: []string{"orders"}},
			{File: "orders/client.go", Line: 15, Column: 3, Package: "m/orders", Function: "New", Stage: "floor", How: timeouts.Default,
				What: "github.com/timeoutlint/timeoutlint/budget.Policy.Floor", Value: exactly(10 * time.Millisecond), Dependencies: []string{"orders"}},
			{File: "server.go", Line: 3, Column: 1, Package: "m", Stage: "header", How: timeouts.Preset, What: "net/http.Server.ReadHeaderTimeout", Value: exactly(90 * time.Second)},
			{File: "server.go", Line: 4, Column: 1, Package: "m", Stage: "total", How: timeouts.Default, What: "net/http.Client.Timeout", Value: timeouts.Value{Kind: timeouts.Never}},
			{File: "server.go", Line: 5, Column: 1, Package: "m", Function: "T.run", Stage: "context", How: timeouts.Written, What: "context.WithTimeout",
				Value: timeouts.Value{Kind: timeouts.Unknown, From: []string{"config.Config.Timeout", "5s"}}},
			{File: "server.go", Line: 6, Column: 1, Package: "m", Function: "T.run", Stage: "context", How: timeouts.Written, What: "context.WithTimeout", Value: exactly(0)},
			{File: "server.go", Line: 7, Column: 1, Package: "m", Stage: "header", How: timeouts.Default, What: "net/http.Server.ReadHeaderTimeout", Value: timeouts.Value{Kind: timeouts.Inherited}},
			{File: "server.go", Line: 8, Column: 1, Package: "m", Stage: "connect", How: timeouts.BuiltIn, What: "github.com/go-ldap/ldap/v3.DialURL", Value: exactly(time.Minute)},
			{File: "server.go", Line: 9, Column: 1, Package: "m", Stage: "timer", How: timeouts.Written, What: "time.After",
				Value: timeouts.Value{Kind: timeouts.Range, Lo: time.Second, Hi: 2 * time.Second}},
		},
		Skipped: []driver.Skipped{{Package: "m/broken", Reason: "broken.go:1:1: expected 'package'"}},
	}
	inv.Fits = inventory.Judge(inv.Rows, []inventory.Latency{
		{Name: "orders", Count: 500, Timeouts: 0, P50: 21_248 * time.Microsecond, P95: 78 * time.Millisecond, P99: 141 * time.Millisecond, P999: 266 * time.Millisecond, Max: 438 * time.Millisecond},
		{Name: "stock", Count: 1, Timeouts: 1, P50: time.Millisecond, P95: time.Millisecond, P99: time.Millisecond, P999: time.Millisecond, Max: time.Millisecond},
	})
	return inv
}

func TestInventoryGolden(t *testing.T) {
	t.Parallel()
	for name, print := range map[string]func(io.Writer) error{
		"inventory.txt": exampleInventory().Table, "inventory.json": exampleInventory().JSON,
		"inventory-empty.txt": Inventory{}.Table, "inventory-empty.json": Inventory{}.JSON,
	} {
		var buf bytes.Buffer
		require.NoError(t, print(&buf))
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, buf.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), buf.String(), name)
	}
}

// TestInventoryDocumented checks that docs/budgets.md names every field, stage,
// kind and verdict.
func TestInventoryDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "budgets.md"))
	require.NoError(t, err)
	page := string(text)
	var buf bytes.Buffer
	require.NoError(t, exampleInventory().JSON(&buf))
	keys, err := documented.Keys(buf.Bytes())
	require.NoError(t, err)
	for key := range keys {
		require.Contains(t, page, "`"+key+"`")
	}
	for file, types := range map[string]string{
		"../../passes/inventory/inventory.go": "How|Kind|Stage",
		"../inventory/judge.go":               "Verdict",
		"../../rules/knowledge/knowledge.go":  "Stage",
	} {
		found, err := documented.Values(filepath.FromSlash(file), types)
		require.NoError(t, err)
		require.NotEmpty(t, found, file)
		for _, value := range found {
			if value != "limit" { // a number, never a time
				require.Contains(t, page, "`"+value+"`")
			}
		}
	}
}
