package retrybreaker

import (
	"time"

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
