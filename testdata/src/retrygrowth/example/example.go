package example

import (
	"time"
)

func connect(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay *= 2 // want `the wait doubles each time for as long as the loop goes on: after 10 rounds it is about a thousand times the first, after some 33 it wraps around and the loop spins; hold it below a maximum in each round`
	}
}
