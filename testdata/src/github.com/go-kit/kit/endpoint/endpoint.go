// Package endpoint is a stub of github.com/go-kit/kit/endpoint at v0.13.0.
package endpoint

import "context"

// Endpoint is a stub.
type Endpoint func(ctx context.Context, request interface{}) (response interface{}, err error)

// Middleware is a stub.
type Middleware func(Endpoint) Endpoint
