// Package ok holds contexts of frameworks that end, or that nothing waits for.
package ok

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/gin-gonic/gin"
)

type api struct{ db *sql.DB }

// The request's own context.
func (a *api) ping(c *gin.Context) {
	if a.db.PingContext(c.Request.Context()) != nil {
		c.Status(500)
	}
}

// A deadline on top.
func (a *api) bounded(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c, time.Second)
	defer cancel()
	if a.db.PingContext(ctx) != nil {
		c.Status(500)
	}
}

// Nothing waits.
func (a *api) say(c *gin.Context) { slog.InfoContext(c, "said") }
