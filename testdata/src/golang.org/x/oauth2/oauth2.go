// Package oauth2 is a stub: the names that fixtures use, with the signatures
// of the real module.
package oauth2

import (
	"context"
	"net/http"
)

type ContextKey struct{}

var HTTPClient ContextKey

type Token struct{}

type TokenSource interface{ Token() (*Token, error) }

func NewClient(ctx context.Context, src TokenSource) *http.Client { return nil }
