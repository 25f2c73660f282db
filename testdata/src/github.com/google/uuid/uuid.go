// Package uuid stands for the real one.
package uuid

// NewString makes a random one.
func NewString() string { return "" }
