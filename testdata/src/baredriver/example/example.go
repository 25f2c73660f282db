package example

import (
	"database/sql"
	"fmt"

	_ "github.com/go-sql-driver/mysql"
)

func open(host, password string) (*sql.DB, error) {
	dsn := fmt.Sprintf("shop:%s@tcp(%s:3306)/shop?parseTime=true", password, host) // want `this connection string has no timeout, readTimeout or writeTimeout`
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}
