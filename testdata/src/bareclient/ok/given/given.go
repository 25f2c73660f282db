// Package given is handed its transports, which may bound what they like.
package given

import "net/http"

func param(rt http.RoundTripper, url string) {
	c := &http.Client{Transport: rt}
	c.Get(url)
}

type hook struct{ transport *http.Transport }

func (h *hook) ping(url string) {
	c := &http.Client{Transport: h.transport}
	c.Get(url)
}
