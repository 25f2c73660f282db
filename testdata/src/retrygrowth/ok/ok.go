// Package ok holds its delays.
package ok

import (
	"time"
)

// Min holds it in each round.
func Min(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay) // also: retryjitter
		delay = min(2*delay, time.Minute)
	}
}

// If holds it in each round.
func If(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay) // also: retryjitter
		delay *= 2
		if delay > time.Minute {
			delay = time.Minute
		}
	}
}

// While it is small it grows.
func While(try func() error) {
	delay := time.Second
	for try() != nil {
		time.Sleep(delay) // also: retryjitter
		if delay < time.Minute {
			delay *= 2
		}
	}
}

// Few attempts: 1s, 2s, 4s, 8s.
func Few(try func() error) {
	for i := 0; i < 5; i++ {
		if try() == nil {
			return
		}
		time.Sleep(time.Second << i) // also: retryjitter
	}
}

// Settings say how many.
func Settings(try func() error, attempts int) {
	delay := time.Second
	for i := 0; i < attempts; i++ {
		if try() == nil {
			return
		}
		time.Sleep(delay) // also: retryjitter
		delay *= 2
	}
}

// Linear is slow to grow.
func Linear(try func() error) {
	for i := 1; try() != nil; i++ {
		time.Sleep(time.Duration(i) * time.Second) // also: retryjitter
	}
}

// Mask is no delay.
func Mask(try func() error) (mask int) {
	for i := 0; try() != nil; i++ {
		mask |= 1 << i
		time.Sleep(time.Second)
	}
	return mask
}

// Held limits the exponent.
func Held(try func() error) {
	for i := 0; try() != nil; i++ {
		time.Sleep(time.Second << min(i, 6))
	}
}

// Gives up when it has become too long.
func GivesUp(try func() error, limit time.Duration) error {
	for i := 0; ; i++ {
		err := try()
		if err == nil {
			return nil
		}
		d := (1 << (2 * i)) * time.Second
		if d > limit {
			return err
		}
		time.Sleep(d) // also: retryjitter
	}
}

// Stays: the exponent goes up only while it may.
func Stays(try func() error, limit time.Duration) {
	i := 0
	for try() != nil {
		d := (1 << (2 * i)) * time.Second
		if d > limit {
			d = limit
		} else {
			i++
		}
		time.Sleep(d) // also: retryjitter
	}
}

func stepped(now time.Duration, tries int) time.Duration {
	if now >= time.Minute {
		return time.Minute
	}
	return min(time.Second*(1<<tries), time.Minute)
}

// Fed back: what has reached its limit is not shifted any more.
func Fed(try func() error) {
	var wait time.Duration
	for n := 1; try() != nil; n++ {
		wait = stepped(wait, n)
		time.Sleep(wait) // also: retryjitter
	}
}
