// Package ok holds breakers that count right, or that cannot be cancelled.
package ok

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

func healthy(err error) bool { return err == nil || errors.Is(err, context.Canceled) }

func tells(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{IsSuccessful: healthy})
	return cb.Execute(func() (*http.Response, error) { return c.Do(req.WithContext(ctx)) })
}

func excludes(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	st := gobreaker.Settings{Name: "x"}
	st.IsExcluded = func(err error) bool { return errors.Is(err, context.Canceled) }
	return gobreaker.NewCircuitBreaker[*http.Response](st).Execute(func() (*http.Response, error) { return c.Do(req.WithContext(ctx)) })
}

// dials takes no context: nobody can cancel it.
func dials(addr string) (net.Conn, error) {
	cb := gobreaker.NewCircuitBreaker[net.Conn](gobreaker.Settings{Timeout: time.Second})
	return cb.Execute(func() (net.Conn, error) { return net.DialTimeout("tcp", addr, time.Second) })
}

// anew has a context of its own.
func anew(c *http.Client) (int, error) {
	cb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{})
	return cb.Execute(func() (int, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://score.internal/", nil)
		if err != nil {
			return 0, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	})
}

// looks at the error before the breaker sees it.
func looks(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	cb := gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{})
	var gone error
	resp, err := cb.Execute(func() (*http.Response, error) {
		resp, err := c.Do(req.WithContext(ctx))
		if errors.Is(err, context.Canceled) {
			gone = err
			return nil, nil
		}
		return resp, err
	})
	return resp, errors.Join(gone, err)
}

// twoSteps says itself what failed.
func twoSteps(ctx context.Context, c *http.Client, req *http.Request) error {
	cb := gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{})
	done, err := cb.Allow()
	if err != nil {
		return err
	}
	resp, err := c.Do(req.WithContext(ctx))
	if err == nil {
		err = resp.Body.Close()
	}
	done(nil)
	return err
}

// elsewhere: its calls are not in sight.
func elsewhere() *gobreaker.CircuitBreaker[string] {
	return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{Name: "shared"})
}
