// Package wired makes its keys once, in other places than the loop.
package wired

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

var client = &http.Client{Timeout: time.Second}

func send(text, key string) error {
	req, err := http.NewRequest(http.MethodPost, "http://bank/payments", strings.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	req.Header.Set("X-Attempt", uuid.NewString())
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Before makes it before the attempts.
func Before(text string) (err error) {
	key := uuid.NewString()
	for range 3 {
		if err = send(text, key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type job struct{ key string }

// Lazily makes it in the first attempt and keeps it.
func (j *job) Lazily(text string) error {
	return retry.Do(func() error {
		if j.key == "" {
			j.key = uuid.NewString()
		}
		return send(text, j.key)
	}, retry.Attempts(3))
}

// Absent sets one where there is none yet.
func Absent(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if req.Header.Get("Idempotency-Key") == "" {
			req.Header.Set("Idempotency-Key", uuid.NewString())
		}
		if resp, err = client.Do(req); err == nil { // also: retryctx
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Derived is the same for the same order.
func Derived(order int, text string) error {
	return retry.Do(func() error {
		return send(text, fmt.Sprintf("order-%d", order))
	}, retry.Attempts(3))
}

// Per payment, not per attempt.
func Per(texts []string) error {
	for _, text := range texts {
		key := uuid.NewString()
		if err := retry.Do(func() error { return send(text, key) }, retry.Attempts(3)); err != nil {
			return err
		}
	}
	return nil
}

// Loop is that of a worker: each round is another payment.
func Loop(next func() (string, error)) error {
	for {
		text, err := next()
		if err != nil {
			return err
		}
		if err := send(text, uuid.NewString()); err != nil {
			continue
		}
	}
}
