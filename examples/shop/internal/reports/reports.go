// Package reports reads the old MySQL database, which the accountants still use.
package reports

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-sql-driver/mysql"
)

const dsn = "reports:reports@tcp(reports-db:3306)/shop?parseTime=true"

// Reports reads figures. It never writes.
type Reports struct{ db *sql.DB }

// Open connects to the accountants' database.
func Open() (*Reports, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	return &Reports{db: db}, nil
}

// OpenArchive connects to a copy of the database of some year.
func OpenArchive(addr, password string) (*Reports, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.DBName = "tcp", addr, "archive"
	cfg.User, cfg.Passwd = "reports", password
	cfg.Timeout = 3 * time.Second
	cfg.ReadTimeout = 30 * time.Second
	cfg.WriteTimeout = 5 * time.Second
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return &Reports{db: sql.OpenDB(c)}, nil
}

// OpenMirror connects to the mirror in the other data centre.
func OpenMirror() (*Reports, error) {
	db, err := sql.Open("mysql", "reports:reports@tcp(reports-mirror:3306)/shop?parseTime=true&timeout=3s&readTimeout=30s&writeTimeout=5s")
	if err != nil {
		return nil, err
	}
	return &Reports{db: db}, nil
}

// Total is what was sold yesterday, in cents.
func (r *Reports) Total() (int64, error) {
	var cents int64
	err := r.db.QueryRow(`SELECT COALESCE(SUM(cents), 0) FROM sales WHERE day = CURRENT_DATE - INTERVAL 1 DAY`).Scan(&cents)
	return cents, err
}

// ForBranch is what one branch sold in a month, in cents.
func (r *Reports) ForBranch(ctx context.Context, branch, month string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	var cents int64
	err := r.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(cents), 0) FROM sales WHERE branch = ? AND month = ?`, branch, month).Scan(&cents)
	return cents, err
}
