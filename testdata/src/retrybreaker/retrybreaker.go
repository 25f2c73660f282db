package retrybreaker

import (
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker/v2"
)

func call(cb *gobreaker.CircuitBreaker[int], f func() (int, error)) (n int, err error) {
	for range 5 {
		n, err = cb.Execute(f) // want `gobreaker.CircuitBreaker.Execute is repeated after every error, 5 times, also when the breaker is open and refuses`
		if err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

type pricer struct {
	breaker *gobreaker.CircuitBreaker[int]
	http    *http.Client
}

func (p *pricer) ask() (int, error) {
	resp, err := p.http.Get("http://prices/gold")
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (p *pricer) price() (int, error) {
	return p.breaker.Execute(p.ask) // want `gobreaker.CircuitBreaker.Execute is repeated after every error, 4 times`
}

// Deeper: the call through the breaker is one call away from what is repeated.
func (p *pricer) Price() (int, error) {
	return retry.DoWithData(p.price, retry.Attempts(4), retry.Delay(time.Second)) // the call itself is where it is reported
}

func (p *pricer) Twice() (n int, err error) {
	for range 6 {
		if n, err = p.price(); err == nil { // want `gobreaker.CircuitBreaker.Execute is repeated after every error, 6 times`
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}
