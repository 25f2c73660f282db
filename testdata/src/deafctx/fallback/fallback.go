// Package fallback makes its engine hand on what the request's context says.
package fallback

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

func engine(db *sql.DB) *gin.Engine {
	e := gin.New()
	e.ContextWithFallback = true
	e.GET("/", func(c *gin.Context) {
		if db.PingContext(c) != nil {
			c.Status(500)
		}
	})
	return e
}
