// Package mysql is a stub of github.com/go-sql-driver/mysql at v1.10.1.
package mysql

import (
	"database/sql/driver"
	"time"
)

// Config is a stub.
type Config struct {
	User         string
	Passwd       string
	Net          string
	Addr         string
	DBName       string
	Params       map[string]string
	Timeout      time.Duration
	ReadTimeout  time.Duration
	WriteTimeout time.Duration
	ParseTime    bool
}

// NewConfig is a stub.
func NewConfig() *Config { return nil }

// FormatDSN is a stub.
func (cfg *Config) FormatDSN() string { return "" }

// NewConnector is a stub.
func NewConnector(cfg *Config) (driver.Connector, error) { return nil, nil }
