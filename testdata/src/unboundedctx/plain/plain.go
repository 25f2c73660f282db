// Package plain asks a database without any context.
package plain

import (
	"database/sql"
	"sync"
	"time"

	_ "github.com/lib/pq"
)

type input struct{ pools []*sql.DB }

// Gather is called again and again.
func (in *input) Gather() error {
	var wg sync.WaitGroup
	for _, db := range in.pools {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = in.gather(db)
		}()
	}
	wg.Wait()
	return nil
}

func (in *input) gather(db *sql.DB) error {
	rows, err := db.Query("SELECT 1") // want `sql\.DB\.Query can wait for ever in a background loop: it takes no context, and the driver has no limit of its own; use QueryContext with a deadline; 1 more here do the same`
	if err != nil {
		return err
	}
	return rows.Close()
}

func (in *input) sweep() {
	for range time.Tick(time.Minute) {
		_, _ = in.pools[0].Exec("DELETE FROM old")
	}
}
