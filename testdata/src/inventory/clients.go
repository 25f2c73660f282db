// Package inventory has timeouts of every kind; each want comment is a row.
package inventory

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

const patience = 3 * time.Second

func literal() *http.Client {
	return &http.Client{Timeout: patience} // want `total 3s net/http.Client.Timeout written literal`
}

func bare() *http.Client {
	return &http.Client{} // want `total never net/http.Client.Timeout default bare`
}

func zero(c *http.Client) {
	c.Timeout = 0 // want `total never net/http.Client.Timeout written zero`
}

func staged() *http.Transport {
	return &http.Transport{ // want `tls never net/http.Transport.TLSHandshakeTimeout default staged`
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext, // want `connect 1s net.Dialer.Timeout written staged`
		ResponseHeaderTimeout: 2 * time.Second,                                 // want `header 2s net/http.Transport.ResponseHeaderTimeout written staged`
		IdleConnTimeout:       90 * time.Second,                                // want `idle 1m30s net/http.Transport.IdleConnTimeout written staged`
	}
}

func undialled() *http.Transport {
	return &http.Transport{ // want `connect never net/http.Transport.DialContext default undialled` `header never net/http.Transport.ResponseHeaderTimeout default undialled`
		TLSHandshakeTimeout: time.Second, // want `tls 1s net/http.Transport.TLSHandshakeTimeout written undialled`
	}
}

func serve(h http.Handler) error {
	srv := &http.Server{ // want `header inherited net/http.Server.ReadHeaderTimeout default serve` `write never net/http.Server.WriteTimeout default serve`
		Handler:     http.TimeoutHandler(h, time.Second, ""), // want `handler 1s net/http.TimeoutHandler written serve`
		ReadTimeout: time.Minute,                             // want `read 1m net/http.Server.ReadTimeout written serve`
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `shutdown 10s context.WithTimeout written serve`
		defer cancel()
		srv.Shutdown(last)
	}()
	return srv.ListenAndServe()
}

func dial(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, 5*time.Second) // want `connect 5s net.DialTimeout written dial`
}

func exchange(conn net.Conn) {
	conn.SetDeadline(time.Now().Add(7 * time.Second)) // want `read 7s \(net.Conn\).SetDeadline written exchange`
	conn.SetReadDeadline(time.Time{})                 // want `read never \(net.Conn\).SetReadDeadline written exchange`
}

func pool(db *sql.DB) {
	db.SetMaxOpenConns(10)
	db.SetConnMaxLifetime(time.Hour) // want `lifetime 1h \(\*database/sql.DB\).SetConnMaxLifetime written pool`
}

func choose(fast bool) (context.Context, context.CancelFunc) {
	d := 5 * time.Second
	if fast {
		d = time.Second
	}
	return context.WithTimeout(context.Background(), d) // want `context 1s to 5s context.WithTimeout written choose`
}

func wait(ch chan int) {
	select {
	case <-ch:
	case <-time.After(20 * time.Millisecond): // want `timer 20ms time.After written wait`
	}
	time.Sleep(time.Second)
	time.NewTicker(time.Second).Stop()
}
