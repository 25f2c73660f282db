package fanout

import (
	"context"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
)

func all(urls []string, c *http.Client) {
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Add(1)
		go func() { // want `a goroutine for each of urls calls http.Client.Get \(fanout.go:17\), and nothing limits how many do so at once; use an errgroup with SetLimit, or a semaphore`
			defer wg.Done()
			resp, err := c.Get(url)
			if err == nil {
				_ = resp.Body.Close()
			}
		}()
	}
	wg.Wait()
}

func group(ctx context.Context, urls map[string]string, c *http.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, url := range urls {
		g.Go(func() error { return get(ctx, c, url) }) // want `a goroutine for each of urls calls http.Client.Do \(fanout.go:45\)`
	}
	return g.Wait()
}

func messages(ctx context.Context, in <-chan string, c *http.Client) {
	for url := range in {
		go get(ctx, c, url) // want `a goroutine for each of in calls http.Client.Do`
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

// A call that no function makes starts no goroutines.
var banner, bannerErr = http.Get("http://banner/")

var pages = func(urls []string, c *http.Client) {
	for _, url := range urls {
		go func() { // want `a goroutine for each of urls calls http.Client.Get`
			if resp, err := c.Get(url); err == nil {
				_ = resp.Body.Close()
			}
		}()
	}
}
