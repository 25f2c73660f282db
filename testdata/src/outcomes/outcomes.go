// Package outcomes repeats one call after some failures and not after others.
// Each label says after which of unknown outcome, the first of them.
package outcomes

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var client *http.Client

func any1(req *http.Request) (err error) {
	for range 3 { // after: any error
		if _, err = client.Do(req); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func timeouts(req *http.Request) (err error) {
	for range 3 { // after: a timeout
		if _, err = client.Do(req); !os.IsTimeout(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func netTimeouts(req *http.Request) (err error) {
	for i := 0; i < 3; i++ { // after: a timeout
		_, err = client.Do(req)
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			time.Sleep(time.Second)
			continue
		}
		return err
	}
	return err
}

func deadline(ctx context.Context, req *http.Request) (err error) {
	for i := 0; i < 3; i++ { // after: a timeout
		_, err = client.Do(req.WithContext(ctx))
		if err == nil {
			return nil
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// byName is a predicate of several cases.
func byName(err error) bool {
	switch {
	case err == nil:
		return false
	case errors.Is(err, syscall.ECONNREFUSED):
		return true
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return true
	}
	return false
}

func lost(req *http.Request) (err error) {
	for range 3 { // after: a lost connection
		if _, err = client.Do(req); !byName(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func texts(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "connection refused") || strings.Contains(strings.ToLower(err.Error()), "timeout"))
}

func byText(req *http.Request) (err error) {
	for range 3 { // after: a timeout
		if _, err = client.Do(req); err == nil || !texts(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func notSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

func dials(req *http.Request) (err error) {
	for range 3 { // after:
		if _, err = client.Do(req); err == nil || !notSent(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func refused(req *http.Request) (err error) {
	for range 3 { // after:
		if _, err = client.Do(req); !errors.Is(err, syscall.ECONNREFUSED) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func inHeader(req *http.Request) (err error) {
	_, err = client.Do(req)
	for i := 0; i < 3 && err != nil && notSent(err); i++ { // after:
		time.Sleep(time.Second)
		_, err = client.Do(req)
	}
	return err
}

func busy(req *http.Request) (*http.Response, error) {
	for range 3 { // after:
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, io.EOF
}

func gateway(req *http.Request) (*http.Response, error) {
	for range 3 { // after: a 502
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, io.EOF
}

func judged(req *http.Request, again func(error) bool) (err error) {
	for range 3 { // after:
		if _, err = client.Do(req); err == nil || !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

var errDeclined = errors.New("declined")

func others(req *http.Request) (err error) {
	for range 3 { // after: any error
		_, err = client.Do(req)
		if err == nil || errors.Is(err, errDeclined) || errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func stopsAtTimeouts(req *http.Request) (err error) {
	for range 3 { // after: a lost connection
		_, err = client.Do(req)
		retryable := errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNREFUSED)
		if err == nil || !retryable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func rpc(call func(context.Context) error, ctx context.Context) (err error) {
	for range 3 { // after: a timeout
		err = call(ctx)
		if c := status.Code(err); c != codes.DeadlineExceeded && c != codes.ResourceExhausted {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func unavailable(call func(context.Context) error, ctx context.Context) (err error) {
	for range 3 { // after: a lost connection
		if err = call(ctx); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func conflicts(call func(context.Context) error, ctx context.Context) (err error) {
	for range 3 { // after:
		if err = call(ctx); status.Code(err) != codes.Aborted {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func stale(call func(context.Context) error, ctx context.Context) (err error) {
	for range 3 { // after: a lost connection
		if err = call(ctx); !errors.Is(err, driver.ErrBadConn) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func library(req *http.Request) error {
	return retry.Do(func() error { // after: any error
		_, err := client.Do(req)
		return err
	}, retry.Attempts(3))
}

func libraryIf(req *http.Request) error {
	return retry.Do(func() error { // after:
		_, err := client.Do(req)
		return err
	}, retry.Attempts(3), retry.RetryIf(notSent))
}

func libraryTimeouts(req *http.Request) error {
	return retry.Do(func() error { // after: a timeout
		_, err := client.Do(req)
		return err
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return os.IsTimeout(err) }))
}

func permanent(req *http.Request) error {
	return backoff.Retry(func() error { // after:
		_, err := client.Do(req)
		if err != nil && !notSent(err) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func mostly(req *http.Request) error {
	return backoff.Retry(func() error { // after: any error
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 400 {
			return backoff.Permanent(errDeclined)
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

func house(fn func() error) (err error) {
	for range 3 {
		if err = fn(); !os.IsTimeout(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func housed(req *http.Request) error {
	return house(func() error { // after: a timeout
		_, err := client.Do(req)
		return err
	})
}

func once(req *http.Request) error {
	_, err := client.Do(req)
	return err
}

func tail(req *http.Request) error {
	return retry.Do(func() error { return once(req) }, retry.Attempts(3)) // after: any error
}

func sorted(err error) error {
	if notSent(err) {
		return err
	}
	return retry.Unrecoverable(err)
}

// sortedOut: something of its own marks what is not to be repeated.
func sortedOut(req *http.Request) error {
	return retry.Do(func() error { return sorted(once(req)) }, retry.Attempts(3)) // after:
}

func itself(req *http.Request, left int) error {
	_, err := client.Do(req)
	if os.IsTimeout(err) && left > 0 {
		time.Sleep(time.Second)
		return itself(req, left-1) // after: a timeout
	}
	return err
}
