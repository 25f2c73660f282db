package feed_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"testing"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/feed"
)

func TestTerminals(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hub := feed.NewHub(10, slog.New(slog.DiscardHandler))
	served := make(chan error)
	go func() { served <- hub.ServeTerminals(ctx, l) }()

	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintln(conn, "parcel 7")
	if got := <-hub.Lines(); got != "parcel 7" {
		t.Errorf("got %q", got)
	}
	if hub.Peak() < 1 {
		t.Error("nothing was counted")
	}
	l.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
