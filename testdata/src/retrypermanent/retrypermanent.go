package retrypermanent

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

func get(client *http.Client, url string) (*http.Response, error) {
	for range 5 { // want `http.Client.Get is repeated, 5 times, for every status but success: a 400, 401 or 404 is the same the next time`
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}

// name goes on looking for a row that is not there.
func name(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 6 { // want `sql.Row.Scan is repeated, 6 times, after sql.ErrNoRows, too: a row that is not there is not there the next time`
		if err = db.QueryRowContext(ctx, "SELECT name FROM people WHERE id = $1", id).Scan(&name); err == nil {
			return name, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return "", err
}
