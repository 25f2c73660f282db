package example

import (
	"time"
)

func connectSoon(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
}
