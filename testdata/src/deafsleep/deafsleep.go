package deafsleep

import (
	"context"
	"net/http"
	"time"
)

func work() error { return nil }

func retry(ctx context.Context, backoff time.Duration) error {
	for {
		if err := work(); err == nil {
			return nil
		}
		time.Sleep(backoff) // want `time\.Sleep goes on when the caller of retry has given up, in each turn of the loop; select on a timer and ctx\.Done\(\)`
	}
}

func once(ctx context.Context) (int, error) {
	time.Sleep(5 * time.Second) // want `a sleep of 5s goes on when the caller of once has given up; select on a timer and ctx\.Done\(\)`
	return 1, nil
}

type transport struct{ attempts int }

// RoundTrip has the request's context.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for i := range t.attempts {
		resp, err := http.DefaultTransport.RoundTrip(req) // also: retrybody
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(i) * time.Second) // also: retryjitter // want `goes on when the request has been given up, in each turn of the loop; select on a timer and req\.Context\(\)\.Done\(\)`
	}
	return nil, nil
}

func handle(w http.ResponseWriter, r *http.Request) {
	time.Sleep(10 * time.Second) // want `a sleep of 10s goes on when the request has been given up`
	w.WriteHeader(http.StatusOK)
}

type poller struct{ ctx context.Context }

// The loop asks p.ctx and sleeps without it.
func (p *poller) run() {
	for {
		select {
		case <-p.ctx.Done():
			return
		default:
		}
		if work() != nil {
			time.Sleep(30 * time.Second) // want `a sleep of 30s goes on after p\.ctx has ended, in each turn of the loop: the loop asks it, the sleep does not; select on a timer and p\.ctx\.Done\(\)`
		}
	}
}

func closure(ctx context.Context, do func(func() error) error) error {
	return do(func() error {
		return nil
	})
}

func named(ctx context.Context) (err error) {
	time.Sleep(5 * time.Second) // want `a sleep of 5s`
	return nil
}

func every(ctx context.Context, ready func() bool) {
	for !ready() {
		time.Sleep(2 * time.Second) // want `a sleep of 2s goes on when the caller of every has given up, in each turn of the loop`
	}
}

// What a variable holds is looked for in the function around, also where the
// select has asked ctx before.
func polled(ctx context.Context, until time.Time) bool {
	pause := time.Duration(len(ctx.Err().Error())) * time.Second
	for time.Now().Before(until) {
		select {
		case <-ctx.Done():
			return false
		default:
			if work() == nil {
				return true
			}
			time.Sleep(pause) // want `time.Sleep goes on after ctx has ended, in each turn of the loop`
		}
	}
	return false
}
