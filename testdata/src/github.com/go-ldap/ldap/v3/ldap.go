// Package ldap is a stub of github.com/go-ldap/ldap/v3 at v3.4.15.
package ldap

import "time"

// Conn is a stub.
type Conn struct{}

// DialOpt is a stub.
type DialOpt func()

// DialURL is a stub.
func DialURL(addr string, opts ...DialOpt) (*Conn, error) { return nil, nil }

// SetTimeout is a stub.
func (l *Conn) SetTimeout(timeout time.Duration) {}

// Bind is a stub.
func (l *Conn) Bind(username, password string) error { return nil }

// Close is a stub.
func (l *Conn) Close() error { return nil }
