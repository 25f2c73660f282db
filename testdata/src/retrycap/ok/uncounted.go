package ok

import (
	"database/sql"
	"errors"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

// Both are counted, each by itself.
func Both(db *sql.DB) (err error) {
	failed, busy := 0, 0
	for failed < 3 && busy < 50 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			busy++
		} else {
			failed++
		}
		time.Sleep(time.Second)
	}
	return err
}

// Throttled: who asks for patience gets it.
func Throttled(c *http.Client, url string) (resp *http.Response, err error) {
	for n := 0; n < 3; {
		if resp, err = c.Get(url); err != nil {
			n++
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			resp.Body.Close()
			time.Sleep(10 * time.Second)
			continue
		}
		return resp, nil
	}
	return nil, err
}

// Within a time, whatever is counted.
func Within(db *sql.DB) (err error) {
	start := time.Now()
	for n := 0; n < 3; {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
		if errors.Is(err, errBusy) && time.Since(start) < time.Minute {
			continue
		}
		n++
	}
	return err
}

// Anew: the count starts again when it has worked.
func Anew(db *sql.DB, jobs <-chan string) (err error) {
	for n := 0; n < 3; {
		if err = db.Ping(); err != nil {
			n++
			time.Sleep(time.Second)
			continue
		}
		n = 0
		if _, ok := <-jobs; !ok {
			return nil
		}
	}
	return err
}
