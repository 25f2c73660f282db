package example

import (
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

func askOrStop(cb *gobreaker.CircuitBreaker[string], f func() (string, error)) (answer string, err error) {
	for range 3 {
		answer, err = cb.Execute(f)
		if err == nil || errors.Is(err, gobreaker.ErrOpenState) {
			return answer, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", err
}
