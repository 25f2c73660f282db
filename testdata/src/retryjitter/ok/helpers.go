package ok

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"net/http"
	"time"

	"retryjitter/spacing"
)

// Spread: a helper of another package is random.
func Spread(c *http.Client, url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(spacing.Spread(i))
	}
	return nil, err
}

type steps struct {
	base time.Duration
	n    int
}

func (s *steps) next() time.Duration {
	d := s.base << s.n
	s.n++
	var raw [8]byte
	if _, err := cryptorand.Read(raw[:]); err != nil {
		return d
	}
	return time.Duration(binary.BigEndian.Uint64(raw[:]) % uint64(d))
}

// Method: crypto/rand, one call away.
func Method(c *http.Client, url string) (resp *http.Response, err error) {
	s := steps{base: time.Second}
	for range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(s.next())
	}
	return nil, err
}

// Clock: the nanoseconds of the clock are as good.
func Clock(c *http.Client, url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second<<i + time.Duration(time.Now().UnixNano()%int64(time.Second)))
	}
	return nil, err
}

type policy struct {
	wait   func(int) time.Duration
	spread bool
}

func growing(p policy, base time.Duration) func(int) time.Duration {
	return func(n int) time.Duration {
		d := base << n
		if p.spread {
			d = rand.N(d)
		}
		return d
	}
}

// Optional: the switch is on.
func Optional(c *http.Client, url string) (resp *http.Response, err error) {
	wait := growing(policy{spread: true}, time.Second)
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(wait(i))
	}
	return nil, err
}

// Given: what the field holds is set elsewhere.
func (p policy) Given(c *http.Client, url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(p.wait(i))
	}
	return nil, err
}

// SetWait sets it.
func (p *policy) SetWait(wait func(int) time.Duration) { p.wait = wait }

// House has a random base.
func House(ctx context.Context, op func() error) error {
	return again(ctx, 4, time.Second+rand.N(time.Second), op)
}

func again(ctx context.Context, most int, base time.Duration, op func() error) (err error) {
	for n := range most {
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(base << n):
		}
	}
	return err
}

type arena struct{ alloc func() ([]byte, error) }

// Alloc waits for memory, of which nobody else has any.
func (a *arena) Alloc() []byte {
	for d := time.Millisecond; ; d = min(2*d, time.Second) {
		if b, err := a.alloc(); err == nil {
			return b
		}
		time.Sleep(d)
	}
}
