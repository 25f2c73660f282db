package example

import (
	"database/sql"
	"time"
)

func chargeOnce(db *sql.DB, account int, key string) error {
	var err error
	for range 3 {
		_, err = db.Exec("INSERT INTO charges (key, account, amount) VALUES ($1, $2, 10) ON CONFLICT DO NOTHING", key, account)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
