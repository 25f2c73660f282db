package bareclient

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

func literal(url string) (*http.Response, error) {
	c := &http.Client{} // want `http.Client has no Timeout and http.Client.Get at bareclient.go:13 takes no context`
	return c.Get(url)
}

func value(url string) error {
	var c http.Client // want `http.Client has no Timeout and http.Client.Post at bareclient.go:18`
	resp, err := c.Post(url, "text/plain", strings.NewReader("x"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func fresh(url string) error {
	c := new(http.Client) // want `http.Client has no Timeout and the request sent at bareclient.go:31 carries no deadline \(http.NewRequest\)`
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func background(url string) error {
	c := http.Client{CheckRedirect: nil} // want `carries no deadline \(context.Background\)`
	req, err := http.NewRequestWithContext(context.Background(), "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

func cancelOnly(url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = (&http.Client{}).Do(req) // want `carries no deadline`
	return err
}

// A field: made in the constructor, used in a method.
type service struct {
	client *http.Client
	base   string
}

func newService(base string) *service {
	return &service{
		base:   base,
		client: &http.Client{Transport: http.DefaultTransport}, // want `http.Client.Get at bareclient.go:70`
	}
}

func (s *service) fetch() (*http.Response, error) {
	return s.client.Get(s.base)
}

// A client held by value and never touched.
type embedded struct {
	client http.Client // want `http.Client has no Timeout and http.Client.Head`
}

func (e *embedded) ping(url string) error {
	_, err := e.client.Head(url)
	return err
}

var shared = &http.Client{} // want `http.Client has no Timeout`

func useShared(url string) error {
	_, err := shared.Get(url)
	return err
}

// The constructor is elsewhere in the package.
func build() *http.Client {
	return &http.Client{Jar: nil} // want `http.Client.Get at bareclient.go:96`
}

func useBuilt(url string) {
	build().Get(url)
}

// Captured by a literal.
func captured(urls []string) {
	c := &http.Client{} // want `http.Client has no Timeout`
	for _, u := range urls {
		go func() { c.Get(u) }() // also: fanout
	}
}

// Another client of the package has a Timeout: here it was forgotten.
func sibling(url string) {
	(&http.Client{Timeout: time.Second}).Get(url)
}

func withTransport(rt http.RoundTripper, url string) {
	c := &http.Client{Transport: rt} // want `http.Client has no Timeout`
	c.Get(url)
}

// A wrapper that adds a header adds no limit.
type auth struct {
	token string
	next  http.RoundTripper
}

func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", a.token)
	return a.next.RoundTrip(r)
}

func wrapped(url string) {
	c := &http.Client{Transport: &auth{"t", http.DefaultTransport}} // want `http.Client has no Timeout`
	c.Get(url)
}

// Kept behind an interface.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type api struct{ d doer }

func newAPI() *api {
	return &api{d: &http.Client{}} // want `the request sent at bareclient.go:149 carries no deadline`
}

func (a *api) call(url string) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := a.d.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// A deadline on one request does not help the other.
func mixed(url string) {
	c := &http.Client{} // want `http.Client has no Timeout`
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	c.Do(req)
	c.Get(url)
}

// The function that sends is kept in a field.
type discovery struct {
	client *http.Client
	fetch  func(*http.Client, string) (*http.Response, error)
}

func newDiscovery() *discovery {
	return &discovery{
		client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, // want `http.Client has no Timeout and http.Client.Get at bareclient.go:\d+ takes no context`
		fetch:  fetchApps,
	}
}

func fetchApps(c *http.Client, url string) (*http.Response, error) { return c.Get(url) }

func (d *discovery) refresh(url string) { d.fetch(d.client, url) }
