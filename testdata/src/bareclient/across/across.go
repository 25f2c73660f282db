// Package across uses clients that another package makes.
package across

import (
	"net/http"
	"time"

	"bareclient/maker"
)

func bare(url string) {
	maker.Bare().Get(url) // want `the http.Client that maker.Bare returns has no Timeout`
}

func timed(url string) { maker.Timed().Get(url) }

func with(url string) { maker.With(time.Second).Get(url) }

func withZero(url string) {
	c := maker.With(0) // want `the http.Client that maker.With returns has no Timeout`
	c.Get(url)
}

func later(url string) {
	c := maker.Bare()
	c.Timeout = time.Second
	c.Get(url)
}

func given(c *http.Client, url string) { maker.Given(c).Get(url) }
