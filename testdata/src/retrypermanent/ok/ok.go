// Package ok gives back what stays the same.
package ok

import (
	"database/sql"
	"errors"
	"net/http"
	"time"
)

// Picks what may go away.
func Picks(client *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}

// Errors only: any status is an answer.
func Errors(client *http.Client, url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = client.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Rows: what is not there is given back.
func Rows(db *sql.DB, id int) (name string, err error) {
	for range 5 {
		err = db.QueryRow("SELECT name FROM people WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}
