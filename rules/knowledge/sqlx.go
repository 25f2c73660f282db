package knowledge

// Layers on database/sql: sqlx, ent, bun, migrate.
var sqlxDB = Library{
	Path:    "github.com/jmoiron/sqlx",
	Module:  "github.com/jmoiron/sqlx",
	Version: "v1.4.0",
	Note:    "DB and Tx embed those of database/sql, whose rows hold for the plain methods.",
	Calls: []Call{
		{Name: "github.com/jmoiron/sqlx.Connect", Does: Dials, Instead: "ConnectContext", Source: "sqlx.go:640", Note: "opens and pings"},
		{Name: "github.com/jmoiron/sqlx.MustConnect", Does: Dials, Source: "sqlx.go:654"},
		{Name: "github.com/jmoiron/sqlx.ConnectContext", Does: Dials, Bound: []Bound{"ctx:0"}, Source: "sqlx_context.go:16"},
		{Name: "(*github.com/jmoiron/sqlx.DB).Select", Does: Queries, Instead: "SelectContext", Source: "sqlx.go:319"},
		{Name: "(*github.com/jmoiron/sqlx.DB).Get", Does: Queries, Instead: "GetContext", Source: "sqlx.go:326"},
		{Name: "(*github.com/jmoiron/sqlx.DB).NamedExec", Does: Queries, Instead: "NamedExecContext", Source: "sqlx.go:313"},
		{Name: "(*github.com/jmoiron/sqlx.DB).NamedQuery", Does: Queries, Instead: "NamedQueryContext", Source: "sqlx.go:307"},
		{Name: "(*github.com/jmoiron/sqlx.DB).Queryx", Does: Queries, Instead: "QueryxContext", Source: "sqlx.go:351"},
		{Name: "(*github.com/jmoiron/sqlx.DB).QueryRowx", Does: Queries, Instead: "QueryRowxContext", Source: "sqlx.go:361"},
		{Name: "(*github.com/jmoiron/sqlx.DB).MustExec", Does: Queries, Instead: "MustExecContext", Source: "sqlx.go:368"},
		{Name: "(*github.com/jmoiron/sqlx.DB).Beginx", Does: Queries, Instead: "BeginTxx", Source: "sqlx.go:341"},
		{Name: "(*github.com/jmoiron/sqlx.DB).MustBegin", Does: Queries, Instead: "BeginTxx", Source: "sqlx.go:332"},
		{Name: "(*github.com/jmoiron/sqlx.DB).Preparex", Does: Queries, Instead: "PreparexContext", Source: "sqlx.go:373"},
		{Name: "(*github.com/jmoiron/sqlx.Tx).Select", Does: Queries, Instead: "SelectContext", Source: "sqlx.go:433"},
		{Name: "(*github.com/jmoiron/sqlx.Tx).Get", Does: Queries, Instead: "GetContext", Source: "sqlx.go:457"},
		{Name: "(*github.com/jmoiron/sqlx.Tx).NamedExec", Does: Queries, Instead: "NamedExecContext", Source: "sqlx.go:427"},
		{Name: "(*github.com/jmoiron/sqlx.Tx).Queryx", Does: Queries, Instead: "QueryxContext", Source: "sqlx.go:439"},
		{Name: "github.com/jmoiron/sqlx.Select", Does: Queries, Instead: "SelectContext", Source: "sqlx.go:676"},
		{Name: "github.com/jmoiron/sqlx.Get", Does: Queries, Instead: "GetContext", Source: "sqlx.go:691"},
	},
	Globs: []Glob{
		{Type: "(*github.com/jmoiron/sqlx.DB)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "sqlx.go:243"},
		{Type: "(*github.com/jmoiron/sqlx.Tx)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "sqlx.go:391"},
	},
}

var entDialect = Library{
	Path:    "entgo.io/ent/dialect",
	Module:  "entgo.io/ent",
	Version: "v0.14.5",
	Note:    "The builders that ent generates hand the context of Save, All, Only and Exec down to these.",
	Calls: []Call{
		{Name: "(entgo.io/ent/dialect.ExecQuerier).Exec", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "dialect/dialect.go:29"},
		{Name: "(entgo.io/ent/dialect.ExecQuerier).Query", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "dialect/dialect.go:32"},
		{Name: "(entgo.io/ent/dialect.Driver).Tx", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "dialect/dialect.go:40"},
	},
}

var bunDB = Library{
	Path:    "github.com/uptrace/bun",
	Module:  "github.com/uptrace/bun",
	Version: "v1.3.0",
	Calls: []Call{
		{Name: "(*github.com/uptrace/bun.SelectQuery).Scan", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_select.go:922"},
		{Name: "(*github.com/uptrace/bun.SelectQuery).Exec", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_select.go:883"},
		{Name: "(*github.com/uptrace/bun.SelectQuery).Count", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_select.go:1006"},
		{Name: "(*github.com/uptrace/bun.SelectQuery).Exists", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_select.go:1114"},
		{Name: "(*github.com/uptrace/bun.SelectQuery).Rows", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_select.go:857"},
		{Name: "(*github.com/uptrace/bun.InsertQuery).Exec", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_insert.go:590"},
		{Name: "(*github.com/uptrace/bun.UpdateQuery).Exec", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_update.go:495"},
		{Name: "(*github.com/uptrace/bun.DeleteQuery).Exec", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_delete.go:309"},
		{Name: "(*github.com/uptrace/bun.RawQuery).Scan", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "query_raw.go:44"},
		{Name: "(*github.com/uptrace/bun.DB).RunInTx", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "db.go:607"},
	},
}

var bunPGDriver = Library{
	Path:    "github.com/uptrace/bun/driver/pgdriver",
	Module:  "github.com/uptrace/bun/driver/pgdriver",
	Version: "v1.2.18",
	Note:    "The one Postgres driver that limits reads and writes by default.",
	Knobs: []Knob{
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: Option, Name: "WithTimeout", Stage: Total, Zero: Infinite, Source: "config.go:177", Note: "dial, read and write together"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: Option, Name: "WithDialTimeout", Stage: Connect, Default: "5s", Zero: Infinite, Source: "config.go:66"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: Option, Name: "WithReadTimeout", Stage: Read, Default: "10s", Zero: Infinite, Source: "config.go:72"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: Option, Name: "WithWriteTimeout", Stage: Write, Default: "5s", Zero: Infinite, Source: "config.go:73"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: DSN, Name: "timeout", Stage: Total, Unit: "s|text", Source: "config.go:386", Note: "0: the system's"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: DSN, Name: "connect_timeout", Stage: Connect, Unit: "s|text", Default: "5s", Source: "config.go:392"},
		{Owner: "github.com/uptrace/bun/driver/pgdriver", Form: DSN, Name: "read_timeout", Stage: Read, Unit: "s|text", Default: "10s", Source: "config.go:395", Note: "0 is no limit here, unlike the field"},
	},
}

var goMigrate = Library{
	Path:    "github.com/golang-migrate/migrate/v4",
	Module:  "github.com/golang-migrate/migrate/v4",
	Version: "v4.20.1",
	Note:    "Knows no context; x-statement-timeout limits a statement.",
	Calls: []Call{
		{Name: "(*github.com/golang-migrate/migrate/v4.Migrate).Up", Does: Queries, Source: "migrate.go:265", Note: "LockTimeout is for the lock alone"},
		{Name: "(*github.com/golang-migrate/migrate/v4.Migrate).Down", Does: Queries, Source: "migrate.go:287", Note: "LockTimeout is for the lock alone"},
		{Name: "(*github.com/golang-migrate/migrate/v4.Migrate).Steps", Does: Queries, Source: "migrate.go:234", Note: "LockTimeout is for the lock alone"},
		{Name: "(*github.com/golang-migrate/migrate/v4.Migrate).Migrate", Does: Queries, Source: "migrate.go:212", Note: "LockTimeout is for the lock alone"},
	},
	Knobs: []Knob{
		{Owner: "github.com/golang-migrate/migrate/v4.Migrate", Form: Field, Name: "LockTimeout", Stage: Lock, Default: "15s", Zero: Immediate, Negative: Immediate, Source: "migrate.go:27"},
		{Owner: "github.com/golang-migrate/migrate/v4", Form: DSN, Name: "x-statement-timeout", Stage: Total, Unit: "ms", Default: "0", Zero: Disabled, Source: "database/postgres/postgres.go:207"},
	},
}
