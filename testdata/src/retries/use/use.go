// Package use calls the helpers of another package.
package use

import (
	"net/http"

	"retries/house"
)

// Ping is tried again by the helper.
func Ping(url string) error {
	return house.Twice(func() error { // loop: retry form=combinator cap=given attempts=2 wait=some
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Slow waits in a helper of another package.
func Slow(url string) {
	for { // loop: retry cap=none wait=some
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return
		}
		house.Pause()
	}
}
