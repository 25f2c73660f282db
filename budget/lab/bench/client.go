package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"time"
)

// A Dialer connects to the stand's server.
type Dialer func(context.Context) (net.Conn, error)

var (
	errGaveUp = errors.New("bench: out of attempts, time or tokens")
	errCut    = errors.New("bench: the run is over") // neither a success nor a failure
	errLate   = errors.New("bench: the attempt timed out")
)

// clients is the demand side of a run.
type clients struct {
	stand   Stand
	variant Variant
	dial    Dialer
	http    *httpClient // nil: the stand's own protocol
	end     time.Time

	mu     sync.Mutex
	tokens float64
	result Result // the clients' half
}

// loop is one client of the closed loop.
func (c *clients) loop(rng *rand.Rand) {
	for time.Now().Before(c.end) {
		c.operation(rng)
		c.sleep(c.stand.Pause)
	}
}

// arrive is the open loop: operations start at their time, whatever became of
// the earlier ones.
func (c *clients) arrive(wg *sync.WaitGroup, rng *rand.Rand) {
	every := time.Duration(float64(time.Second) / c.stand.Rate)
	for at := time.Now(); at.Before(c.end); at = at.Add(every) {
		time.Sleep(time.Until(at))
		own := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
		wg.Go(func() { c.operation(own) })
	}
}

func (c *clients) operation(rng *rand.Rand) {
	var err error
	if c.http != nil {
		err = c.get()
	} else {
		err = c.repeat(rng)
	}
	if !time.Now().Before(c.end) {
		return // neither a success nor a failure
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.result.OK++
	} else {
		c.result.Failed++
	}
}

// repeat is the loop that most programs have, with the variant's caps.
func (c *clients) repeat(rng *rand.Rand) error {
	limit := c.end
	if c.variant.Total > 0 {
		limit = earlier(limit, time.Now().Add(c.variant.Total))
	}
	c.deposit()
	for n := 1; ; n++ {
		left := min(c.variant.Timeout, time.Until(limit))
		if left <= 0 {
			return errGaveUp
		}
		err := c.attempt(left)
		if err == nil || !time.Now().Before(c.end) {
			return err
		}
		if n == c.variant.Attempts || !c.withdraw() {
			return errGaveUp
		}
		if base := c.variant.Backoff; base > 0 {
			c.sleep(time.Duration(rng.Int64N(int64(base << (n - 1)))))
		}
	}
}

// attempt makes one call over a new connection and waits at most left.
func (c *clients) attempt(left time.Duration) error {
	c.mu.Lock()
	c.result.Calls++
	c.mu.Unlock()

	deadline := time.Now().Add(left + c.stand.Overshoot)
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	err := c.call(ctx, deadline, left)
	if err == nil {
		return nil
	}
	if !time.Now().Before(c.end) {
		return errCut
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		c.mu.Lock()
		c.result.Timeouts++
		c.mu.Unlock()
		return fmt.Errorf("%w: %w", errLate, context.DeadlineExceeded)
	}
	return err
}

func (c *clients) call(ctx context.Context, deadline time.Time, left time.Duration) error {
	conn, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(deadline); err != nil {
		return err
	}
	if !c.variant.Propagate {
		left = 0
	}
	if _, err := fmt.Fprintf(conn, "left %d\n", left); err != nil {
		return err
	}
	_, err = bufio.NewReader(conn).ReadString('\n')
	return err
}

func (c *clients) deposit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tokens = min(c.tokens+c.variant.RetryRatio, c.variant.RetryBurst)
}

func (c *clients) withdraw() bool {
	if c.variant.RetryRatio <= 0 {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tokens < 1 {
		return false
	}
	c.tokens--
	return true
}

func (c *clients) read() Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.result
	if c.http != nil {
		c.http.read(&r)
	}
	return r
}

func (c *clients) sleep(d time.Duration) { time.Sleep(d + c.stand.Overshoot) }

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
