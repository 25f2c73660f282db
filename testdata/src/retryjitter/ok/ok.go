// Package ok spreads its clients, or need not.
package ok

import (
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Full jitter.
func Full(c *http.Client, url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second << i))
	}
	return nil, err
}

func withJitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2) }

// Helper adds it.
func Helper(c *http.Client, url string) (resp *http.Response, err error) {
	d := time.Second
	for range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(withJitter(d))
		d *= 2
	}
	return nil, err
}

func sleepAbout(d time.Duration) { time.Sleep(d + rand.N(time.Second)) }

// About: the helper that sleeps adds it.
func About(c *http.Client, url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		sleepAbout(time.Second << i)
	}
	return nil, err
}

// Asked: the server says how long.
func Asked(c *http.Client, url string, after func(*http.Response) time.Duration) (resp *http.Response, err error) {
	for range 5 {
		resp, err = c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			break
		}
		time.Sleep(after(resp))
	}
	return resp, nil
}

// Same: it does not grow, so only low confidence says it.
func Same(c *http.Client, url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Accept waits for nobody else.
func Accept(l net.Listener, handle func(net.Conn)) {
	d := time.Millisecond
	for {
		conn, err := l.Accept()
		if err != nil {
			time.Sleep(d)
			d = min(2*d, time.Second)
			continue
		}
		d = time.Millisecond
		go handle(conn)
	}
}
