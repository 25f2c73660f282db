package baredriver

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"time"

	"github.com/go-ldap/ldap/v3"
	"github.com/go-sql-driver/mysql"
	"github.com/gorilla/websocket"
	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	clientv3 "go.etcd.io/etcd/client/v3"
	gormmysql "gorm.io/driver/mysql"
	"gorm.io/gorm"
)

const reports = "reports:secret@tcp(reports-db:3306)/shop?parseTime=true" // want `this connection string has no timeout, readTimeout or writeTimeout, and sql.DB.QueryRow at baredriver.go:36 takes no context: a server that accepts and never answers holds it for ever; add timeout=…&readTimeout=…&writeTimeout=…, or give the calls a deadline`

type store struct{ db *sql.DB }

func open() (*store, error) {
	db, err := sql.Open("mysql", reports)
	if err != nil {
		return nil, err
	}
	return &store{db: db}, nil
}

func (s *store) count() (n int, err error) {
	err = s.db.QueryRow("SELECT COUNT(*) FROM sales").Scan(&n)
	return n, err
}

// put together of a host that is not constant and settings that are.
func together(host, password string) error {
	dsn := fmt.Sprintf("shop:%s@tcp(%s:3306)/shop?parseTime=true&timeout=3s", password, host) // want `this connection string has no readTimeout or writeTimeout, and sql.DB.PingContext at .* has no deadline \(its context \(context.Background\) has no deadline\)`
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return err
	}
	return db.PingContext(context.Background()) // also: unboundedctx
}

func config(addr string) (*sql.DB, error) {
	cfg := mysql.Config{User: "shop", Net: "tcp", Addr: addr, Timeout: 3 * time.Second} // want `mysql.Config has no ReadTimeout or WriteTimeout, and sql.DB.Ping at .* takes no context`
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}

func connector(addr string) (*sql.DB, error) {
	c, err := mysql.NewConnector(&mysql.Config{User: "shop", Net: "tcp", Addr: addr}) // want `mysql.Config has no Timeout, ReadTimeout or WriteTimeout, and sql.DB.Ping at`
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(c)
	return db, db.Ping()
}

func orm(host string) (*gorm.DB, error) {
	return gorm.Open(gormmysql.Open("shop:secret@tcp("+host+")/shop?charset=utf8mb4"), &gorm.Config{}) // want `this connection string has no timeout, readTimeout or writeTimeout, and mysql.Open connects without a context`
}

func zero() (*sqlx.DB, error) {
	return sqlx.Connect("mysql", "shop@tcp(db:3306)/shop?timeout=0&readTimeout=10s&writeTimeout=10s") // want `this connection string has no timeout, and sqlx.Connect connects without a context`
}

func postgres(ctx context.Context) error {
	db, err := sql.Open("postgres", "host=db port=5432 user=shop dbname=shop sslmode=disable") // want `this connection string has no connect_timeout, and lib/pq does not look at the context while it logs in`
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func postgresURL(user, password string) (*sql.DB, error) {
	return sql.Open("postgres", fmt.Sprintf("postgres://%s:%s@db:5432/shop?sslmode=disable", user, password)) // want `this connection string has no connect_timeout`
}

func background() (*pgx.Conn, error) {
	return pgx.Connect(context.Background(), "postgres://shop@db/shop?pool_max_conns=4") // want `this connection string has no connect_timeout, and its context \(context.Background\) has no deadline`
}

func redisURL() (*redis.Options, error) {
	return redis.ParseURL("redis://cache:6379/0?read_timeout=0&dial_timeout=5s") // want `this URL sets read_timeout to no limit: 0 is the default in the field of the same name, and none here`
}

func turnedOff() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "cache:6379", ReadTimeout: -1}) // want `redis.Options has a ReadTimeout of -1, which is none: .* leave it at the default of 5s, or set a time`
}

func socket(url string) error {
	d := websocket.Dialer{ReadBufferSize: 1024}
	_, _, err := d.Dial(url, http.Header{}) // want `websocket.Dialer.Dial has no limit \(websocket.Dialer has no HandshakeTimeout\): a server that accepts and never answers the handshake holds it for ever`
	return err
}

func reader() *kafka.Reader {
	dialer := &kafka.Dialer{DualStack: true} // want `kafka.Dialer has no Timeout and a Reader is given it`
	return kafka.NewReader(kafka.ReaderConfig{Brokers: []string{"kafka:9092"}, Dialer: dialer})
}

func members() (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{ // want `clientv3.Config has no DialTimeout, and New at .* waits for a token`
		Endpoints: []string{"etcd:2379"},
		Username:  "shop",
		Password:  "secret",
	})
}

func directory(password string) error {
	conn, err := ldap.DialURL("ldap://directory") // want `the connection of this ldap.DialURL never gets SetTimeout, and ldap.Conn.Bind at .* waits for the answer`
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Bind("cn=shop", password)
}

var shared *sql.DB

func start(host string) {
	db, err := sql.Open("mysql", "shop@tcp("+host+")/shop?charset=utf8") // want `this connection string has no timeout, readTimeout or writeTimeout, and sql.DB.Ping at baredriver.go:140 takes no context`
	if err != nil {
		panic(err)
	}
	shared = db
}

func alive() error { return shared.Ping() }

// NewConfig sets none of the three.
func defaults(addr string) error {
	cfg := mysql.NewConfig() // want `mysql.Config has no Timeout, ReadTimeout or WriteTimeout, and sql.DB.Ping at .* takes no context`
	cfg.Net, cfg.Addr = "tcp", addr
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return err
	}
	return db.Ping()
}
