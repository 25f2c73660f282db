// Package singleflight is a stub of golang.org/x/sync/singleflight at v0.25.0.
package singleflight

// Group is a stub.
type Group struct{}

// Do is a stub.
func (g *Group) Do(key string, fn func() (interface{}, error)) (v interface{}, err error, shared bool) {
	v, err = fn()
	return v, err, false
}
