// Package ok holds loops that limit themselves.
package ok

import (
	"context"
	"net"
	"net/http"

	"golang.org/x/sync/errgroup"
)

func limited(ctx context.Context, urls []string, c *http.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, url := range urls {
		g.Go(func() error { return get(ctx, c, url) })
	}
	return g.Wait()
}

func semaphore(ctx context.Context, urls []string, c *http.Client) {
	slots := make(chan struct{}, 8)
	for _, url := range urls {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			_ = get(ctx, c, url)
		}()
	}
}

func few(ctx context.Context, c *http.Client) {
	for _, url := range []string{"https://a.internal", "https://b.internal"} {
		go get(ctx, c, url)
	}
}

func workers(ctx context.Context, n int, urls <-chan string, c *http.Client) {
	for range n {
		go func() {
			for url := range urls {
				_ = get(ctx, c, url)
			}
		}()
	}
}

func oneByOne(ctx context.Context, urls []string, c *http.Client) {
	for _, url := range urls {
		_ = get(ctx, c, url)
	}
}

func computes(items []int, out chan<- string) {
	for _, item := range items {
		go func() { out <- string(rune(item)) }()
	}
}

func get(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type cluster struct{ urls []string }

// As many as somebody wrote down.
func (cl *cluster) ask(ctx context.Context, c *http.Client) {
	for _, url := range cl.urls {
		go get(ctx, c, url)
	}
}

func everywhere(ctx context.Context, servers []string, c *http.Client) {
	for _, server := range servers {
		go get(ctx, c, server)
	}
}

// A name is looked up, and no dependency asked.
func resolve(names []string) {
	for _, name := range names {
		go net.LookupHost(name)
	}
}
