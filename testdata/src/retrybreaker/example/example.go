package example

import (
	"time"

	"github.com/sony/gobreaker/v2"
)

func ask(cb *gobreaker.CircuitBreaker[string], f func() (string, error)) (answer string, err error) {
	for range 3 {
		if answer, err = cb.Execute(f); err == nil { // want `gobreaker.CircuitBreaker.Execute is repeated after every error, 3 times, also when the breaker is open and refuses: the attempts are used up in microseconds and the breaker's pause is for nothing; stop at the breaker's own errors, or put the retry inside the breaker`
			return answer, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", err
}
