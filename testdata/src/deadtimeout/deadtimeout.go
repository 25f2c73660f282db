// Package deadtimeout has timeouts that never fire.
package deadtimeout

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"time"
)

func same(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		each, stop := context.WithTimeout(ctx, time.Second) // want `1s never fires: the context that it is given ends after 1s`
		_ = db.PingContext(each)
		stop()
	}
}

var strict = &http.Client{Timeout: 3 * time.Second}

// export asks for minutes and gets seconds.
func export(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute) // want `10m never fires: http.Client.Do ends by itself after 3s \(http.Client.Timeout, deadtimeout.go:\d+\)`
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := strict.Do(req) // also: budgethop
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Two requests, one after the other.
func both(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 7*time.Second) // want `7s never fires: the requests under it end after 6s`
	defer cancel()
	for range 2 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err != nil {
			return err
		}
		resp, err := strict.Do(req)
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
	}
	return nil
}

// Connecting may take longer than all of the request.
func slowDialer(u string) error {
	hc := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{ // want `20s for connecting never passes: the whole request ends after 5s`
		DialContext: (&net.Dialer{Timeout: 20 * time.Second}).DialContext,
	}}
	resp, err := hc.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func answer(w http.ResponseWriter, r *http.Request) { _ = export(r.Context(), "https://a.example") }

// The server cuts off what the handler would say.
func serve() error {
	srv := &http.Server{ // want `the answer after 30s never arrives: the server cuts off what is written after 10s`
		Handler:           http.TimeoutHandler(http.HandlerFunc(answer), 30*time.Second, "later"),
		ReadHeaderTimeout: time.Second,
		WriteTimeout:      10 * time.Second,
	}
	return srv.ListenAndServe()
}
