package example

import (
	"database/sql"
	"fmt"
)

func opened(host, password string) (*sql.DB, error) {
	dsn := fmt.Sprintf("shop:%s@tcp(%s:3306)/shop?parseTime=true&timeout=3s&readTimeout=30s&writeTimeout=10s", password, host)
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	return db, db.Ping()
}
