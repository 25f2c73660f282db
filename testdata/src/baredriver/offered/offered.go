// Package offered opens pools for others.
package offered

import (
	"database/sql"
	"time"

	"github.com/go-sql-driver/mysql"
)

func Open(addr string) (*sql.DB, error) {
	cfg := mysql.NewConfig() // want `mysql\.Config has no Timeout, ReadTimeout or WriteTimeout, and the pool made at offered\.go:\d+ is for others`
	cfg.Net, cfg.Addr = "tcp", addr
	return sql.Open("mysql", cfg.FormatDSN())
}

// One of the three says that somebody has thought about it.
func Timed(addr string) (*sql.DB, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.ReadTimeout = "tcp", addr, 5*time.Second
	return sql.Open("mysql", cfg.FormatDSN())
}
