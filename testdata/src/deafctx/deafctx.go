package deafctx

import (
	"context"
	"database/sql"

	"github.com/gin-gonic/gin"
)

type api struct{ db *sql.DB }

func (a *api) load(ctx context.Context, id string) error {
	return a.db.QueryRowContext(ctx, "SELECT 1 WHERE id = ?", id).Err()
}

func (a *api) get(c *gin.Context) {
	if err := a.load(c, c.Param("id")); err != nil { // want `sql\.DB\.QueryRowContext, reached through deafctx\.api\.load \(deafctx\.go:\d+\), does not end when the client has gone: a \*gin\.Context never ends and has no deadline; pass c\.Request\.Context\(\)`
		c.Status(500)
	}
}

func (a *api) ping(c *gin.Context) {
	if a.db.PingContext(c) != nil { // want `sql\.DB\.PingContext does not end when the client has gone`
		c.Status(500)
	}
}
