package retrysql

import (
	"context"
	"database/sql"
	"time"
)

func insert(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT INTO orders (name, at) VALUES (?, now())", name); err == nil { // want `"INSERT INTO orders \(name, at\) VALUES \(\?,…" is repeated after any error, 3 times: when the connection is lost after the statement has run, the row is there twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func charge(ctx context.Context, db *sql.DB, id int) (err error) {
	for ctx.Err() == nil {
		_, err = db.ExecContext(ctx, `UPDATE accounts SET balance = balance - 10 WHERE id = ?`, id) // want `balance is changed twice`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
