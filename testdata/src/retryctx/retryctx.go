package retryctx

import (
	"context"
	"database/sql"
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

func handler(client *http.Client, out *http.Request, again chan int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for range again {
			resp, err := client.Do(out) // want `the loop repeats http.Client.Do without looking at r.Context\(\): after it has ended further attempts are made for nobody`
			if err == nil {
				resp.Body.Close()
				return
			}
		}
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
