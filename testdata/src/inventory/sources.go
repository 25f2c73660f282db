package inventory

import (
	"context"
	"flag"
	"net/http"
	"os"
	"time"
)

type Config struct {
	Timeout time.Duration
	HTTP    struct{ HeaderSeconds int }
}

type server struct {
	cfg   Config
	fixed time.Duration
	given time.Duration
}

var patient = flag.Duration("patience", 4*time.Second, "")

var Exported = time.Second

func New(cfg Config, given time.Duration) *server {
	return &server{cfg: cfg, fixed: 6 * time.Second, given: given}
}

func (s *server) field(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout) // want `context unknown: inventory.Config.Timeout context.WithTimeout written server.field`
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, time.Duration(s.cfg.HTTP.HeaderSeconds)*time.Second) // want `context unknown: inventory.Config.HTTP.HeaderSeconds context.WithTimeout`
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, s.fixed) // want `context 6s context.WithTimeout written server.field`
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, s.given) // want `context unknown: parameter given of New context.WithTimeout`
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, *patient) // want `context unknown: flag -patience \(default 4s\) context.WithTimeout`
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, Exported) // want `context unknown: variable inventory.Exported context.WithTimeout`
	defer cancel()
	<-ctx.Done()
}

func (s *server) orDefault(ctx context.Context) {
	d := s.cfg.Timeout
	if d == 0 {
		d = 5 * time.Second
	}
	_, cancel := context.WithTimeout(ctx, d) // want `context unknown: inventory.Config.Timeout, 5s context.WithTimeout written server.orDefault`
	cancel()
}

func environment() (*http.Client, error) {
	d, err := time.ParseDuration(os.Getenv("CLIENT_TIMEOUT"))
	return &http.Client{Timeout: d}, err // want `total unknown: environment variable CLIENT_TIMEOUT net/http.Client.Timeout written environment`
}

func parameter(ctx context.Context, d time.Duration) {
	_, cancel := context.WithTimeout(ctx, d) // want `context 1s to 2s context.WithTimeout written parameter`
	cancel()
}

func callers(ctx context.Context) {
	parameter(ctx, time.Second)
	func() { parameter(ctx, 2*time.Second) }()
}

var packageLevel = &http.Client{Timeout: 9 * time.Second} // want `total 9s net/http.Client.Timeout written $`
