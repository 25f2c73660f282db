package ok

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

type numbers struct {
	db    *sql.DB
	again func(error) bool
	name  func(error) error
}

// A result that a deferred literal reads and sets is stored into itself by return.
func (t numbers) next(ctx context.Context, key string) (id int64, err error) {
	defer func() {
		if err != nil {
			err = t.name(err)
		}
	}()
	for i := range 20 {
		row := t.db.QueryRowContext(ctx, "SELECT id FROM numbers WHERE name = ?", key)
		err = row.Scan(&id)
		if err != nil && t.again != nil && t.again(err) {
			time.Sleep(time.Duration(i) * time.Second)
			continue
		}
		if err != nil {
			fmt.Println(err)
		}
		return id, err
	}
	return
}
