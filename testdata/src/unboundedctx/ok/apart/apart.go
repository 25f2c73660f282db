// Package apart lets a request go on while a statement runs.
package apart

import (
	"database/sql"
	"net/http"

	_ "github.com/lib/pq"
)

type site struct{ db *sql.DB }

func (s *site) visit(w http.ResponseWriter, r *http.Request) {
	go s.count(r.URL.Path)
	go func() {
		_, _ = s.db.Exec("UPDATE site SET seen = now()")
	}()
	w.WriteHeader(http.StatusNoContent)
}

// Nobody waits for it: who asks what it holds up has to look further.
func (s *site) count(path string) {
	_, _ = s.db.Exec("UPDATE visits SET n = n + 1 WHERE path = $1", path)
}
