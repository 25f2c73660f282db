package silenttimeout

import (
	"context"
	"errors"
	"os"
	"time"
)

func fetch(ctx context.Context, get func(context.Context) (string, error)) (string, error) {
	s, err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) { // want `this takes context.DeadlineExceeded for success: the caller gets no error, and nobody hears that time ran out; return the error, or log it`
		return "", nil
	}
	return s, err
}

func read(get func() error) error {
	err := get()
	if err == os.ErrDeadlineExceeded { // want `this takes os.ErrDeadlineExceeded for success`
		return nil
	}
	return err
}

func send(out chan<- string, s string) error {
	select {
	case out <- s:
		return nil
	case <-time.After(time.Second): // want `when the time is over this returns no error: the caller takes it for success`
		return nil
	}
}
