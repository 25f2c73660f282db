package ok

import (
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/house/resilient"
)

// A request whose body is written while it is on its way lasts as long as
// somebody writes: a Timeout would end it. What else the client sends could
// have a deadline of its own, so it is said with low confidence only.
type publisher struct{ client *http.Client }

func newPublisher() *publisher { return &publisher{client: endless()} }

func endless() *http.Client {
	return &http.Client{Transport: &http.Transport{IdleConnTimeout: time.Minute}}
}

func (p *publisher) open(url string) (io.WriteCloser, error) {
	r, w := io.Pipe()
	req, err := http.NewRequest("POST", url, r)
	if err != nil {
		return nil, err
	}
	client := p.client
	go func() {
		if _, err := client.Do(req); err != nil {
			r.CloseWithError(err)
		}
	}()
	return w, nil
}

func (p *publisher) remove(url string) error {
	req, err := http.NewRequest("DELETE", url, nil)
	if err != nil {
		return err
	}
	_, err = p.client.Do(req)
	return err
}

// The client inside has a timeout for each try, and the tries are counted.
func inner(url string) {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: time.Second}
	c.StandardClient().Get(url)
}

func innerLater(url string) {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = time.Second
	c.StandardClient().Get(url)
}

// Who made it may have limited it.
func elsewhere(url string) {
	resilient.New(time.Second).StandardClient().Get(url)
}
