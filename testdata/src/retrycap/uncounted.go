package retrycap

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

var errLocked = errors.New("locked")

func insert(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "UPDATE jobs SET state = 'done'"); err != nil {
		return errors.Join(errLocked, err)
	}
	return nil
}

func marks(ctx context.Context, db *sql.DB) (err error) {
	failed := 0
	for failed < 4 { // want `some failures of retrycap.insert go back to it without being counted: while those come, the limit of 4 attempts is never reached`
		if err = insert(ctx, db); err == nil {
			return nil
		}
		if !errors.Is(err, errLocked) {
			failed++
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return err
}

// The token is fetched anew as often as it is refused.
func authorized(c *http.Client, most int, token func() (string, error)) (*http.Response, error) {
	for n := 0; n <= most; { // want `some failures of http.Client.Do go back to it without being counted: while those come, the limit of attempts is never reached`
		text, err := token()
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequest(http.MethodGet, "http://shop/orders", nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", text)
		resp, err := c.Do(req)
		if err != nil {
			n++
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode == http.StatusUnauthorized {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, errLocked
}

var errBusy = errors.New("busy")

// Nor are those counted that a busy store gives.
func waits(ctx context.Context, db *sql.DB) (err error) {
	for n := 0; n < 6; { // want `some failures of sql.DB.PingContext go back to it without being counted: while those come, the limit of 6 attempts is never reached`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
		if errors.Is(err, errBusy) {
			continue
		}
		n++
	}
	return err
}
