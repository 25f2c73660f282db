// Package house has helpers that others call.
package house

import "time"

// Retry calls f until it works, n times at most.
func Retry(n int, d time.Duration, f func() error) (err error) {
	for i := 0; i < n; i++ { // loop: retry cap=counter wait=some
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// Twice hands it on.
func Twice(f func() error) error { return Retry(2, time.Second, f) }

// Pause waits.
func Pause() { time.Sleep(time.Second) }
