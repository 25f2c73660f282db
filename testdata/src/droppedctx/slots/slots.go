// Package slots waits for a place among a few.
package slots

import (
	"context"
	"net/http"

	"golang.org/x/sync/semaphore"
)

var places = semaphore.NewWeighted(4)

func show(w http.ResponseWriter, r *http.Request) {
	if err := places.Acquire(context.Background(), 1); err != nil { // want `semaphore\.Weighted\.Acquire is given context\.Background although r\.Context\(\) is in scope`
		return
	}
	defer places.Release(1)
}

func shown(w http.ResponseWriter, r *http.Request) {
	if err := places.Acquire(r.Context(), 1); err != nil {
		return
	}
	defer places.Release(1)
}

// A worker of its own waits for as long as it takes.
func work() {
	for places.Acquire(context.Background(), 1) == nil {
		places.Release(1)
	}
}
