package retryjitter

import (
	"net/http"
	"time"
)

type client struct {
	http *http.Client
	base time.Duration
}

func (c *client) shift(url string) (resp *http.Response, err error) {
	for i := 0; i < 5; i++ {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(c.base << i) // want `the wait before http.Client.Head is made again is the same for every client: a thousand clients that fail together send a thousand requests in the same moment, each round again; wait a random part of it`
	}
	return nil, err
}

func (c *client) doubles(url string) (resp *http.Response, err error) {
	delay := 100 * time.Millisecond
	for range 5 {
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		<-time.After(delay) // want `the wait before http.Client.Get is made again is the same for every client`
		delay = min(2*delay, time.Second)
	}
	return nil, err
}
