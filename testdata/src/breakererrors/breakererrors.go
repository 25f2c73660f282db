package breakererrors

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/go-kit/kit/circuitbreaker"
	"github.com/go-kit/kit/endpoint"
	"github.com/sony/gobreaker"
	breaker "github.com/sony/gobreaker/v2"
)

type scores struct {
	http *http.Client
	cb   *breaker.CircuitBreaker[string]
	old  *gobreaker.CircuitBreaker
	own  *breaker.CircuitBreaker[string]
}

func newScores() *scores {
	return &scores{
		http: &http.Client{Timeout: time.Second},
		cb:   breaker.NewCircuitBreaker[string](breaker.Settings{Name: "scores"}), // want `gobreaker.Settings has neither IsSuccessful nor IsExcluded, and what Execute runs at breakererrors.go:35 \(get\) ends when its caller gives up: that counts as a failure of the dependency, and six in a row open the breaker for everybody; set IsExcluded for context.Canceled`
		old:  gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "old"}),        // want `gobreaker.Settings has no IsSuccessful, and what Execute runs at breakererrors.go:43 \(Do\).*; set IsSuccessful to let context.Canceled`
		own: breaker.NewCircuitBreaker[string](breaker.Settings{ // want `what Execute runs at breakererrors.go:59 \(read\).*and helps to open the breaker for everybody`
			Name:        "own",
			ReadyToTrip: func(c breaker.Counts) bool { return c.ConsecutiveFailures > 20 },
		}),
	}
}

func (s *scores) score(ctx context.Context, id string) (string, error) {
	return s.cb.Execute(func() (string, error) { return s.get(ctx, id) })
}

func (s *scores) scoreOld(ctx context.Context, id string) (any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://score.internal/"+id, nil)
	if err != nil {
		return nil, err
	}
	return s.old.Execute(func() (interface{}, error) {
		return s.http.Do(req)
	})
}

// guarded is a helper: what it runs is its callers'.
func (s *scores) scoreOwn(w http.ResponseWriter, r *http.Request) {
	_, _ = s.guarded(func() (string, error) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://score.internal/", nil)
		if err != nil {
			return "", err
		}
		return s.read(req)
	})
}

func (s *scores) guarded(run func() (string, error)) (string, error) { return s.own.Execute(run) }

func (s *scores) get(ctx context.Context, id string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://score.internal/"+id, nil)
	if err != nil {
		return "", err
	}
	return s.read(req)
}

func (s *scores) read(req *http.Request) (string, error) {
	resp, err := s.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func middleware(hello endpoint.Endpoint) endpoint.Endpoint {
	return circuitbreaker.Gobreaker(gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: "hello"}))(hello) // want `gobreaker.Settings has no IsSuccessful, and what Execute runs at breakererrors.go:80 \(the endpoint\)`
}

type wrapped struct {
	cb   *breaker.CircuitBreaker[any]
	http *http.Client
}

func newWrapped(c *http.Client) *wrapped {
	return &wrapped{
		http: c,
		cb:   breaker.NewCircuitBreaker[any](breaker.Settings{}), // want `gobreaker.Settings has neither IsSuccessful nor IsExcluded, and what Execute runs at breakererrors.go:96 \(Do\)`
	}
}

func (w *wrapped) execute(fn func() (any, error)) (any, error) {
	return w.cb.Execute(func() (any, error) { return fn() })
}

func (w *wrapped) ping(ctx context.Context, req *http.Request) error {
	_, err := w.execute(func() (any, error) { return w.http.Do(req.WithContext(ctx)) })
	return err
}
