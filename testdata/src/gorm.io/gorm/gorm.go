// Package gorm is a stub of gorm.io/gorm at v1.31.0.
package gorm

// Dialector is a stub.
type Dialector interface{ Name() string }

// Option is a stub.
type Option interface{ Apply(*Config) error }

// Config is a stub.
type Config struct{}

// Apply is a stub.
func (c *Config) Apply(config *Config) error { return nil }

// DB is a stub.
type DB struct{}

// Open is a stub.
func Open(dialector Dialector, opts ...Option) (db *DB, err error) { return nil, nil }
