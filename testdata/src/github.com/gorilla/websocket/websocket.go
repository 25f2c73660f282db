// Package websocket is a stub of github.com/gorilla/websocket at v1.5.3.
package websocket

import (
	"context"
	"net/http"
	"time"
)

// Dialer is a stub.
type Dialer struct {
	HandshakeTimeout time.Duration
	ReadBufferSize   int
	WriteBufferSize  int
}

// DefaultDialer is a stub.
var DefaultDialer = &Dialer{HandshakeTimeout: 45 * time.Second}

// Conn is a stub.
type Conn struct{}

// Dial is a stub.
func (d *Dialer) Dial(urlStr string, requestHeader http.Header) (*Conn, *http.Response, error) {
	return nil, nil, nil
}

// DialContext is a stub.
func (d *Dialer) DialContext(ctx context.Context, urlStr string, requestHeader http.Header) (*Conn, *http.Response, error) {
	return nil, nil, nil
}
