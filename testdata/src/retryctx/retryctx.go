package retryctx

import (
	"context"
	"database/sql"
	"math/rand"
	"net/http"
	"time"
)

func ticks(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 10; i++ {
		if err = db.PingContext(ctx); err == nil { // want `the loop repeats sql.DB.PingContext without looking at ctx: after it has ended up to 9 more attempts are made and 45s waited for nobody; stop when ctx.Err\(\) is not nil`
			return nil
		}
		<-time.After(5 * time.Second)
	}
	return err
}

func spins(ctx context.Context, db *sql.DB) error {
	for {
		if err := db.PingContext(ctx); err == nil { // want `the loop repeats sql.DB.PingContext without looking at ctx: after it has ended it goes on for ever for nobody`
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}

// three attempts, but two long waits.
func few(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil { // want `up to 2 more attempts are made and 1m waited for nobody`
			return nil
		}
		<-time.After(30 * time.Second)
	}
	return err
}

// blind: the call is not given the context, so each attempt is a real one.
func blind(ctx context.Context, client *http.Client, attempts int, stop chan int) (err error) {
	for i := 0; i < attempts; i++ {
		var resp *http.Response
		if resp, err = client.Get("http://store/"); err == nil { // also: ctxvariant // want `the loop repeats http.Client.Get without looking at ctx: after it has ended further attempts are made for nobody`
			return resp.Body.Close()
		}
		select {
		case <-stop:
			return err
		case <-time.After(time.Duration(rand.Intn(1000)) * time.Millisecond):
		}
	}
	return err
}

// again calls itself, and waits first.
func (s *session) again(ctx context.Context, name string, left int, refresh bool) error {
	select {
	case <-s.closed:
		return errClosed
	case <-time.After(s.pause):
	}
	if refresh {
		if _, err := s.db.Exec("REFRESH"); err != nil { // also: ctxvariant // want `the loop repeats sql.DB.Exec without looking at ctx: after it has ended further attempts are made for nobody`
			if left <= 0 {
				return err
			}
			return s.again(ctx, name, left-1, true)
		}
	}
	return nil
}

type session struct {
	db     *sql.DB
	closed chan int
	pause  time.Duration
}

var errClosed = sql.ErrConnDone

// leaves the select, not the loop.
func leaves(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			break // want `this case leaves the select, not the loop: when ctx has ended the loop makes up to 3 more attempts with it; return ctx.Err\(\)`
		case <-time.After(time.Second):
		}
	}
	return err
}

// napping waits in a helper.
func napping(ctx context.Context, db *sql.DB) (err error) {
	for i := range 5 {
		if err = db.PingContext(ctx); err == nil { // want `up to 4 more attempts are made and up to 20s waited for nobody`
			return nil
		}
		nap(i)
	}
	return err
}

func nap(attempt int) {
	time.Sleep(time.Duration(rand.Int63n(int64(min(time.Second<<min(attempt, 5), 5*time.Second)))))
}

// sleeping is deafsleep's, too: only one of them speaks, and this one where the
// other is off.
func sleeping(ctx context.Context, db *sql.DB) (err error) {
	for range 10 {
		if err = db.PingContext(ctx); err == nil { // want `up to 9 more attempts are made and 9s waited for nobody`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type locks struct {
	db    *sql.DB
	scope string
}

func (l *locks) key(name string) string { return l.scope + "/" + name }

// release puts the same key together each time.
func (l *locks) release(ctx context.Context, name string) {
	for {
		_, err := l.db.ExecContext(ctx, "DELETE FROM locks WHERE name = $1", l.key(name)) // want `after it has ended it goes on for ever for nobody`
		if err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
