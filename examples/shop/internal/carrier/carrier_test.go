package carrier_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/carrier"
)

func TestZonesAsksTheNext(t *testing.T) {
	down := httptest.NewServer(http.NotFoundHandler())
	defer down.Close()
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "1,2,3") }))
	defer up.Close()
	zones, err := carrier.New(down.URL, down.URL, up.URL).Zones(t.Context())
	if err != nil || string(zones) != "1,2,3" {
		t.Errorf("got %q, %v", zones, err)
	}
}

func TestTrackTriesAgain(t *testing.T) {
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n++; n == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, "in the van")
	}))
	defer srv.Close()
	where, err := carrier.New(srv.URL).Track(t.Context(), "7")
	if err != nil || string(where) != "in the van" || n != 2 {
		t.Errorf("got %q, %v after %d", where, err, n)
	}
}
