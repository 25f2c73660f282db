package lockwait

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

type rates struct {
	mu     sync.Mutex
	table  map[string]int
	client *http.Client
	db     *sql.DB
}

func (r *rates) get(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.table[name]
}

func (r *rates) size() int {
	r.mu.Lock()
	n := len(r.table)
	r.mu.Unlock()
	return n
}

// The caller's context may end it, and may not.
func (r *rates) reload(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.db.ExecContext(ctx, "SELECT reload()") // want `lockwait.rates.mu is held while sql.DB.ExecContext waits, for as long as its context lets it: meanwhile rates.get \(lockwait.go:\d+\) and 1 more cannot have it`
	return err
}

// Nothing ends it.
func (r *rates) zone() (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return http.Get("http://zone.test") // also: defaultclient // want `lockwait.rates.mu is held while http.Get waits, for ever if there is no answer`
}

// Through a function of its own.
func (r *rates) drop(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, "DELETE FROM rates")
	return err
}

func (r *rates) clear() error {
	r.mu.Lock()
	clear(r.table)
	err := r.drop(context.Background()) // also: unboundedctx // want `lockwait.rates.mu is held while sql.DB.ExecContext, reached through .*drop.* waits`
	r.mu.Unlock()
	return err
}

type page struct{ mu sync.Mutex }

// Nobody else takes it, and nothing ends the call.
func (p *page) load() (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return http.Get("http://page.test") // also: defaultclient // want `meanwhile nobody else can have it`
}
