package backoffice_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/backoffice"
)

type sales map[string]int64

func (s sales) ForBranch(_ context.Context, branch, _ string) (int64, error) { return s[branch], nil }

func TestMonth(t *testing.T) {
	d := backoffice.New(sales{"north": 1, "south": 2}, "north", "south")
	for _, srv := range []string{"desk", "kiosk"} {
		h := backoffice.NewServer("", d).Handler
		if srv == "kiosk" {
			h = backoffice.NewKiosk("", d).Handler
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/sales/2026-02", nil))
		if got := strings.TrimSpace(w.Body.String()); got != `{"north":1,"south":2}` {
			t.Errorf("%s: got %s", srv, got)
		}
	}
}
