// Package retry is a stub of k8s.io/client-go/util/retry at v0.37.2.
package retry

import "k8s.io/apimachinery/pkg/util/wait"

// DefaultRetry is a stub.
var DefaultRetry = wait.Backoff{Steps: 5}

// OnError is a stub.
func OnError(backoff wait.Backoff, retriable func(error) bool, fn func() error) error { return fn() }

// RetryOnConflict is a stub.
func RetryOnConflict(backoff wait.Backoff, fn func() error) error { return fn() }
