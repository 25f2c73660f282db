package example

import (
	"database/sql"
	"time"
)

func charge(db *sql.DB, account int) error {
	var err error
	for range 3 {
		_, err = db.Exec("UPDATE accounts SET balance = balance - 10 WHERE id = $1", account) // want `"UPDATE accounts SET balance = balance - …" is repeated after any error, 3 times: when the connection is lost after the statement has run, balance is changed twice; let its WHERE ask for what was read, a version or the old value, or repeat only errors that certainly undid it`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
