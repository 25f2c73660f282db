package retryjitter

import (
	"context"
	"math"
	"net/http"
	"time"

	"retryjitter/spacing"
)

// withJitter has the name and not the thing.
func withJitter(d time.Duration) time.Duration { return d + 20*time.Millisecond }

func (c *client) named(url string) (resp *http.Response, err error) {
	d := 200 * time.Millisecond
	for range 7 {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(withJitter(d)) // want `the wait before http.Client.Head is made again is the same for every client`
		d *= 2
	}
	return nil, err
}

func power(try int) time.Duration {
	return time.Duration(math.Pow(1.7, float64(try)) * float64(time.Second))
}

func (c *client) away(url string) (resp *http.Response, err error) {
	for try := 1; try < 9; try++ {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(power(try)) // want `the wait before http.Client.Head is made again is the same for every client`
	}
	return nil, err
}

// House: the helper is another package's.
func (c *client) House(url string) (resp *http.Response, err error) {
	for try := range 6 {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(spacing.Step(try)) // want `the wait before http.Client.Head is made again is the same for every client`
	}
	return nil, err
}

// spacer doubles what it gives.
type spacer struct{ now, most time.Duration }

func (s *spacer) next() time.Duration {
	d := s.now
	if s.now *= 2; s.now > s.most {
		s.now = s.most
	}
	return d
}

func (c *client) counts(ctx context.Context, url string) (resp *http.Response, err error) {
	s := &spacer{now: time.Second, most: time.Minute}
	for {
		if resp, err = c.http.Head(url); err == nil { // also: ctxvariant
			return resp, nil
		}
		t := time.NewTimer(s.next()) // want `the wait before http.Client.Head is made again is the same for every client`
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, ctx.Err()
		case <-t.C:
		}
	}
}

var steps = [...]time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second}

func (c *client) table(url string) (resp *http.Response, err error) {
	for i := 0; i < len(steps); i++ {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(steps[i]) // want `the wait before http.Client.Head is made again is the same for every client`
	}
	return nil, err
}

// nap waits longer each time.
func nap(ctx context.Context, try int) error {
	t := time.NewTimer(time.Second << try)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (c *client) naps(ctx context.Context, url string) (resp *http.Response, err error) {
	for try := range 5 {
		if resp, err = c.http.Head(url); err == nil { // also: ctxvariant
			return resp, nil
		}
		if err := nap(ctx, try); err != nil { // want `the wait before http.Client.Head is made again is the same for every client`
			return nil, err
		}
	}
	return nil, err
}

type option func(*settings)

type settings struct {
	wait  func(try int) time.Duration
	noise bool
}

func doubling(base time.Duration) option {
	return func(s *settings) {
		s.wait = func(try int) time.Duration { return base * time.Duration(1<<try) }
	}
}

func (c *client) optional(url string, options ...option) (resp *http.Response, err error) {
	s := settings{wait: power}
	for _, o := range options {
		o(&s)
	}
	for try := range 5 {
		if resp, err = c.http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(s.wait(try)) // want `the wait before http.Client.Head is made again is the same for every client`
	}
	return nil, err
}

// Again is a house's own: what it is given fails in step.
func Again(ctx context.Context, most int, base time.Duration, op func(context.Context) error) (err error) {
	for n := range most {
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(base << n): // want `the wait before op is called again is the same for every client`
		}
	}
	return err
}
