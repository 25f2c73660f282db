// Package gorm is a stub of gorm.io/gorm at v1.31.0.
package gorm

// Dialector is a stub.
type Dialector interface{ Name() string }

// Option is a stub.
type Option interface{ Apply(*Config) error }

// Config is a stub.
type Config struct{}

// Apply is a stub.
func (c *Config) Apply(config *Config) error { return nil }

// DB is a stub.
type DB struct{ Error error }

// Open is a stub.
func Open(dialector Dialector, opts ...Option) (db *DB, err error) { return nil, nil }

type expr struct{}

func Expr(expression string, args ...any) expr { return expr{} }

func (db *DB) WithContext(ctx any) *DB                   { return db }
func (db *DB) Create(value any) *DB                      { return db }
func (db *DB) Save(value any) *DB                        { return db }
func (db *DB) Model(value any) *DB                       { return db }
func (db *DB) Clauses(conds ...any) *DB                  { return db }
func (db *DB) Where(query any, args ...any) *DB          { return db }
func (db *DB) UpdateColumn(column string, value any) *DB { return db }
func (db *DB) Exec(sql string, values ...any) *DB        { return db }
func (db *DB) Transaction(fc func(tx *DB) error) error   { return fc(db) }
