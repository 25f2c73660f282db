package example

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

func countOrders(c *gin.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(c, "SELECT count(*) FROM orders").Scan(&n) // want `does not end when the client has gone`
	return n, err
}
