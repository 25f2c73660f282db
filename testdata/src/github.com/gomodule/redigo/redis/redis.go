// Package redis is a stub of github.com/gomodule/redigo/redis at v1.9.3.
package redis

import "time"

// Conn is a stub.
type Conn interface {
	Close() error
	Do(commandName string, args ...interface{}) (reply interface{}, err error)
}

// DialOption is a stub.
type DialOption struct{}

// Dial is a stub.
func Dial(network, address string, options ...DialOption) (Conn, error) { return nil, nil }

// DialReadTimeout is a stub.
func DialReadTimeout(d time.Duration) DialOption { return DialOption{} }

// DialConnectTimeout is a stub.
func DialConnectTimeout(d time.Duration) DialOption { return DialOption{} }

// Pool is a stub.
type Pool struct {
	Dial func() (Conn, error)
	Wait bool
}

// Get is a stub.
func (p *Pool) Get() Conn { return nil }
