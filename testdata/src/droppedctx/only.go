package droppedctx

import (
	"context"
	"database/sql"
	"net/http"
)

type only struct{ db *sql.DB }

// ServeHTTP uses package context once: with the fix it is not imported.
func (o *only) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := o.db.ExecContext(context.Background(), "UPDATE t SET n = 1"); err != nil { // want `sql\.DB\.ExecContext is given context\.Background although r\.Context\(\) is in scope`
		w.WriteHeader(http.StatusInternalServerError)
	}
}
