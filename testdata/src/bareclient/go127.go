//go:build go1.27

package bareclient

import "net/http"

// Methods have type parameters of their own.
type shelf[K comparable] struct{ c *http.Client } // the client is made below

func (s shelf[K]) take[V any](key K, decode func(*http.Response) V) (v V, err error) {
	resp, err := s.c.Get("http://shelf/")
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	return decode(resp), nil
}

var lent = shelf[string]{c: &http.Client{}} // want `http\.Client has no Timeout and http\.Client\.Get at go127\.go:\d+ takes no context`

func status() (int, error) {
	return lent.take[int]("k", func(r *http.Response) int { return r.StatusCode })
}
