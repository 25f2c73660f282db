package retrygrowth

import (
	"math"
	"math/rand/v2"
	"time"
)

func doubles(try func() error) error {
	delay := time.Second
	for range 12 {
		if err := try(); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2 // want `the wait doubles each time without a maximum: before the last of 12 attempts it is 17m4s; hold it below a maximum in each round`
	}
	return nil
}

func endless(try func() error) {
	delay := 100 * time.Millisecond
	for try() != nil {
		time.Sleep(delay)
		delay = delay * 2 // want `the wait doubles each time for as long as the loop goes on: after 10 rounds it is about a thousand times the first, after some 36 it wraps around and the loop spins`
	}
}

func shift(try func() error) {
	for i := 0; ; i++ {
		if err := try(); err == nil {
			return
		}
		time.Sleep(time.Second << i) // want `the wait is shifted by the number of the attempt for as long as the loop goes on`
	}
}

func late(try func() error, limit time.Duration) {
	for i := 0; ; i++ {
		if err := try(); err == nil {
			return
		}
		d := (1 << (2 * i)) * time.Second // want `the wait is shifted by the number of the attempt and is held below its maximum only afterwards`
		if d > limit {
			d = limit
		}
		time.Sleep(d)
	}
}

func pow(try func() error) {
	for i := 0.0; ; i++ {
		if err := try(); err == nil {
			return
		}
		time.Sleep(time.Duration(math.Pow(2, i)) * time.Second)
	}
}

func powInt(try func() error) {
	for i := 0; ; i++ {
		if err := try(); err == nil {
			return
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) // want `the wait is a power of the number of the attempt for as long as the loop goes on`
	}
}

// jittered: the random part is at most the half.
func jittered(try func() error) error {
	for attempt := range 12 {
		if try() == nil {
			return nil
		}
		wait := time.Second << attempt // want `the wait is shifted by the number of the attempt without a maximum: before the last of 12 attempts it is 17m4s`
		time.Sleep(wait/2 + rand.N(wait/2))
	}
	return nil
}

func minutes(try func() error) {
	for i := 0; ; i++ {
		if err := try(); err == nil {
			return
		}
		time.Sleep(min(time.Minute*time.Duration(1<<i), 5*time.Minute)) // want `held below its maximum only afterwards: after some 27 attempts the number wraps around`
	}
}
