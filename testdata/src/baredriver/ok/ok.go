// Package ok holds settings that bound what they should, and those of which nothing is known.
package ok

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/go-ldap/ldap/v3"
	"github.com/go-sql-driver/mysql"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/lib/pq"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	clientv3 "go.etcd.io/etcd/client/v3"
)

func bounded() (*sql.DB, error) {
	db, err := sql.Open("mysql", "shop@tcp(db:3306)/shop?timeout=3s&readTimeout=30s&writeTimeout=5s")
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}

func environment() error {
	db, err := sql.Open("mysql", os.Getenv("DSN"))
	if err != nil {
		return err
	}
	return db.Ping()
}

// tail: what follows the last slash may carry settings.
func tail(host, name string) error {
	db, err := sql.Open("mysql", fmt.Sprintf("shop@tcp(%s:3306)/%s", host, name))
	if err != nil {
		return err
	}
	return db.Ping()
}

func empty() error {
	db, err := sql.Open("postgres", "") // PGHOST and the rest
	if err != nil {
		return err
	}
	return db.Ping()
}

func options(extra string) error {
	db, err := sql.Open("postgres", "host=db dbname=shop "+extra)
	if err != nil {
		return err
	}
	return db.Ping()
}

// deadlines: every use has one, and the driver looks at it.
func deadlines(ctx context.Context) error {
	db, err := sql.Open("mysql", "shop@tcp(db:3306)/shop?parseTime=true")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

// elsewhere: how it is used is not in sight.
func elsewhere() (*sql.DB, error) { return sql.Open("mysql", "shop@tcp(db:3306)/shop?parseTime=true") }

// changed is given two values.
func changed(more bool) error {
	dsn := "shop@tcp(db:3306)/shop?parseTime=true"
	if more {
		dsn += "&timeout=3s&readTimeout=3s&writeTimeout=3s"
	}
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return err
	}
	return db.Ping()
}

func login() (*sql.DB, error) {
	return sql.Open("postgres", "host=db dbname=shop sslmode='disable' connect_timeout=5")
}

func files() error {
	db, err := sql.Open("sqlite3", "shop.db")
	if err != nil {
		return err
	}
	return db.Ping()
}

func later(addr string, read time.Duration) error {
	cfg := &mysql.Config{Net: "tcp", Addr: addr}
	cfg.Timeout = 3 * time.Second
	cfg.ReadTimeout = read
	cfg.WriteTimeout = read
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return err
	}
	return sql.OpenDB(c).Ping()
}

func params(addr string, all map[string]string) error {
	cfg := mysql.Config{Net: "tcp", Addr: addr, Params: all}
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return err
	}
	return db.Ping()
}

func inTime(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return pgx.Connect(ctx, "postgres://shop@db/shop")
}

// pool: pgxpool has two minutes of its own.
func pool() (*pgxpool.Pool, error) {
	return pgxpool.New(context.Background(), "postgres://shop@db/shop")
}

func cache() (*redis.Options, error) { return redis.ParseURL("redis://cache:6379/0?read_timeout=3s") }

func honoured() *redis.Client {
	return redis.NewClient(&redis.Options{ReadTimeout: -1, ContextTimeoutEnabled: true})
}

func handshake(url string) error {
	d := websocket.Dialer{HandshakeTimeout: 10 * time.Second}
	if _, _, err := d.Dial(url, http.Header{}); err != nil {
		return err
	}
	_, _, err := websocket.DefaultDialer.Dial(url, nil)
	return err
}

func callers(ctx context.Context, url string) error {
	_, _, err := new(websocket.Dialer).DialContext(ctx, url, nil)
	return err
}

func readers() []*kafka.Reader {
	return []*kafka.Reader{
		kafka.NewReader(kafka.ReaderConfig{Dialer: &kafka.Dialer{Timeout: 10 * time.Second}}),
		kafka.NewReader(kafka.ReaderConfig{Dialer: kafka.DefaultDialer}),
		kafka.NewReader(kafka.ReaderConfig{}),
	}
}

// members: New does not wait without credentials.
func members() (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{Endpoints: []string{"etcd:2379"}})
}

func directory(password string) error {
	conn, err := ldap.DialURL("ldap://directory")
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetTimeout(5 * time.Second)
	return conn.Bind("cn=shop", password)
}

func old(addr string) (interface{}, error) {
	c, err := redigo.Dial("tcp", addr, redigo.DialReadTimeout(time.Second))
	if err != nil {
		return nil, err
	}
	return c.Do("PING")
}

// All three are set after NewConfig.
func filled(addr string, d time.Duration) error {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr = "tcp", addr
	cfg.Timeout, cfg.ReadTimeout, cfg.WriteTimeout = d, d, d
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return err
	}
	return db.Ping()
}

// The empty dialer goes with an error.
func chosen(timeout string) (*kafka.Reader, error) {
	dialer := &kafka.Dialer{}
	d, err := time.ParseDuration(timeout)
	if err == nil {
		dialer = &kafka.Dialer{Timeout: max(d, time.Second)}
	}
	return kafka.NewReader(kafka.ReaderConfig{Dialer: dialer}), err
}
