package retryzero

import (
	"database/sql"
	"net"
	"time"
)

// reach tries as often as it is told, or until it works.
func reach(addr string, most int) (conn net.Conn, err error) {
	d := net.Dialer{Timeout: time.Second}
	for n := 1; most == 0 || n <= most; n++ {
		if conn, err = d.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func once(addr string) (net.Conn, error) {
	return reach(addr, 0) // want `most of reach is 0, which is no limit here \(ours.go:12\): it goes on until it succeeds`
}

func untilItWorks(addr string) (net.Conn, error) {
	return reach(addr, 0) // for ever
}

func thrice(addr string) (net.Conn, error) { return reach(addr, 3) }

type pinger struct {
	db      *sql.DB
	retries uint
}

func (p *pinger) ping() error {
	for n := uint(0); ; n++ {
		err := p.db.Ping()
		if err == nil || p.retries > 0 && n >= p.retries {
			return err
		}
		time.Sleep(time.Second)
	}
}

func newPinger(db *sql.DB) *pinger {
	return &pinger{db: db, retries: 0} // want `retries is 0, which is no limit here \(ours.go:37\)`
}
