//go:build go1.27

package ok

import (
	"net/http"
	"time"
)

// A literal sets the fields of what it embeds.
type named struct {
	http.Client
	name string
}

func promoted(url string) error {
	c := &named{Timeout: 5 * time.Second, name: "orders"}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type library struct{ c *http.Client }

func (l library) read[V any](url string, decode func(*http.Response) V) (v V, err error) {
	resp, err := l.c.Get(url)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	return decode(resp), nil
}

var open = library{c: &http.Client{Timeout: time.Second}}

func length() (int64, error) {
	f := open.read[int64]
	return f("http://library/", func(r *http.Response) int64 { return r.ContentLength })
}
