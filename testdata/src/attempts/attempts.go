// Package attempts has one call in many places. Each label says which marks run
// again with the loop, and through how many calls.
package attempts

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

func mark(string) {}

func get(u string) error {
	mark("get")
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func outer(u string) error {
	mark("outer")
	return get(u)
}

func loop(u string) (err error) {
	mark("before")
	for range 3 { // runs: in/0 outer/1 get/2
		mark("in")
		if err = outer(u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	mark("after")
	return err
}

// guarded hands a literal to code that is not here: it belongs to the attempt.
func guarded(u string, guard func(func() error) error) (err error) {
	for range 3 { // runs: literal/0 get/1
		err = guard(func() error {
			mark("literal")
			return get(u)
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// variable calls a literal that a variable holds.
func variable(u string) (err error) {
	attempt := func() error {
		mark("literal")
		return get(u)
	}
	for range 3 { // runs: literal/1 get/2
		if err = attempt(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type asker interface {
	ask(ctx context.Context) error
}

type web struct {
	u    string
	hook func()
}

func newWeb(u string) *web { return &web{u: u, hook: func() { mark("hook") }} }

func (w *web) ask(context.Context) error {
	mark("method")
	w.hook()
	return get(w.u)
}

// dynamic goes through an interface, and through a function in a field.
func dynamic(ctx context.Context, a asker) (err error) {
	for range 3 { // runs: method/1 hook/2 get/2
		if err = a.ask(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func named(w *web) error {
	return retry.Do(w.once, retry.Attempts(3)) // runs: once/0 get/1
}

func (w *web) once() error {
	mark("once")
	return get(w.u)
}

func made(u string) func() error {
	return func() error {
		mark("made")
		return get(u)
	}
}

func maker(u string) error {
	return retry.Do(made(u), retry.Attempts(3)) // runs: made/0 get/1
}

// house has what it is given repeated by a library, from within a literal.
func house(fn func() error) error {
	return retry.Do(func() error { // runs: wrapper/0
		mark("wrapper")
		return fn()
	}, retry.Attempts(3))
}

func housed(u string) error {
	return house(func() error { // runs: given/0 get/1
		mark("given")
		return get(u)
	})
}

// again calls itself.
func again(u string, left int) error { // runs is at the call below
	mark("again")
	err := get(u)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return again(u, left-1) // runs: again/0 get/1
	}
	return err
}
