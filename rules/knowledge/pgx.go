package knowledge

// pgx and lib/pq: connect_timeout is the only limit that a connection string knows.
var pgxV5 = Library{
	Path:    "github.com/jackc/pgx/v5",
	Module:  "github.com/jackc/pgx/v5",
	Version: "v5.13.0",
	Note:    "Every call takes a context and nothing else limits a query.",
	Calls: []Call{
		{Name: "github.com/jackc/pgx/v5.Connect", Does: Dials, Bound: []Bound{"ctx:0", "dsn:connect_timeout"}, Source: "conn.go:136"},
		{Name: "github.com/jackc/pgx/v5.ConnectConfig", Does: Dials, Bound: []Bound{"ctx:0", "field:github.com/jackc/pgx/v5/pgconn.Config.ConnectTimeout"}, Source: "conn.go:156"},
		{Name: "(*github.com/jackc/pgx/v5.Conn).Close", Does: Closes, Source: "conn.go:302", Note: "sends Terminate, ignores what comes of it and waits for nothing (pgconn/pgconn.go:798)"},
		{Name: "(*github.com/jackc/pgx/v5.Conn).WaitForNotification", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "conn.go:421", Note: "waits for as long as nobody notifies"},
		{Name: "(github.com/jackc/pgx/v5.Rows).Next", Does: Receives, Bound: []Bound{"recvctx"}, Source: "rows.go:52"},
		{Name: "github.com/jackc/pgx/v5.BeginFunc", Does: Queries, Bound: []Bound{"ctx:0"}, Source: "tx.go:432"},
	},
	Globs: []Glob{
		{Type: "(*github.com/jackc/pgx/v5.Conn)", Shape: CtxFirst, Except: []string{"Close", "WaitForNotification"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "conn.go:68"},
		{Type: "(github.com/jackc/pgx/v5.Tx)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "tx.go:160"},
	},
	Knobs: []Knob{
		{Owner: "github.com/jackc/pgx/v5", Form: DSN, Name: "connect_timeout", Stage: Connect, Unit: "s", Default: "0", Zero: Infinite, Negative: Refused, Source: "pgconn/config.go:1268"},
		{Owner: "github.com/jackc/pgx/v5", Form: Env, Name: "PGCONNECT_TIMEOUT", Stage: Connect, Unit: "s", Zero: Infinite, Negative: Refused, Source: "pgconn/config.go:750"},
	},
}

var pgxConn = Library{
	Path:    "github.com/jackc/pgx/v5/pgconn",
	Module:  "github.com/jackc/pgx/v5",
	Version: "v5.13.0",
	Calls: []Call{
		{Name: "(*github.com/jackc/pgx/v5/pgconn.PgConn).Close", Does: Closes, Source: "pgconn/pgconn.go:798", Note: "sends Terminate, ignores what comes of it and waits for nothing"},
		{Name: "(*github.com/jackc/pgx/v5/pgconn.PgConn).WaitForNotification", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "pgconn/pgconn.go:1238", Note: "waits for as long as nobody notifies"},
		{Name: "github.com/jackc/pgx/v5/pgconn.Connect", Does: Dials, Bound: []Bound{"ctx:0", "field:github.com/jackc/pgx/v5/pgconn.Config.ConnectTimeout"}, Source: "pgconn/pgconn.go:116"},
	},
	Globs: []Glob{
		{Type: "(*github.com/jackc/pgx/v5/pgconn.PgConn)", Shape: CtxFirst, Except: []string{"Close", "WaitForNotification"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "pgconn/pgconn.go:78"},
	},
	Knobs: []Knob{
		{Owner: "github.com/jackc/pgx/v5/pgconn.Config", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "0", Zero: Infinite, Negative: Immediate, Source: "pgconn/pgconn.go:262"},
	},
}

var pgxPool = Library{
	Path:    "github.com/jackc/pgx/v5/pgxpool",
	Module:  "github.com/jackc/pgx/v5",
	Version: "v5.13.0",
	Note:    "A full pool is waited for as long as the context. Connecting has 2m here, nothing in pgx.Connect.",
	Calls: []Call{
		{Name: "(*github.com/jackc/pgx/v5/pgxpool.Pool).Close", Does: Closes, Source: "pgxpool/pool.go:483", Note: "waits for every connection that is out"},
	},
	Globs: []Glob{
		{Type: "(*github.com/jackc/pgx/v5/pgxpool.Pool)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "pgxpool/pool.go:79"},
		{Type: "(*github.com/jackc/pgx/v5/pgxpool.Conn)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "pgxpool/conn.go:12"},
		{Type: "(*github.com/jackc/pgx/v5/pgxpool.Tx)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "pgxpool/tx.go:11"},
	},
	Knobs: []Knob{
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "MaxConns", Stage: PoolStage, Unit: "count", Default: "max(4, NumCPU)", Zero: Refused, Negative: Refused, Source: "pgxpool/pool.go:19"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "MaxConnLifetime", Stage: Lifetime, Default: "1h", Source: "pgxpool/pool.go:22"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "MaxConnIdleTime", Stage: Idle, Default: "30m", Source: "pgxpool/pool.go:23"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "HealthCheckPeriod", Stage: Poll, Default: "1m", Source: "pgxpool/pool.go:24"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "PingTimeout", Stage: Acquire, Default: "0", Zero: Infinite, Negative: Infinite, Source: "pgxpool/pool.go:25"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool.Config", Form: Field, Name: "ConnConfig", Stage: Connect, Unit: "*github.com/jackc/pgx/v5.ConnConfig", Default: "ConnectTimeout: 2m", Zero: Default, Negative: Default, Source: "pgxpool/pool.go:292", Note: "a ConnectTimeout of 0 or less becomes 2m in the pool"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool", Form: DSN, Name: "pool_max_conns", Stage: PoolStage, Unit: "count", Default: "max(4, NumCPU)", Zero: Refused, Negative: Refused, Source: "pgxpool/pool.go:393"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool", Form: DSN, Name: "pool_max_conn_lifetime", Stage: Lifetime, Unit: "text", Default: "1h", Source: "pgxpool/pool.go:425"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool", Form: DSN, Name: "pool_max_conn_idle_time", Stage: Idle, Unit: "text", Default: "30m", Source: "pgxpool/pool.go:436"},
		{Owner: "github.com/jackc/pgx/v5/pgxpool", Form: DSN, Name: "pool_ping_timeout", Stage: Acquire, Unit: "text", Default: "0", Zero: Infinite, Source: "pgxpool/pool.go:467"},
	},
	Exempt: []string{
		"github.com/jackc/pgx/v5/pgxpool.New",
		"github.com/jackc/pgx/v5/pgxpool.NewWithConfig",
	},
}

var libPQ = Library{
	Path:    "github.com/lib/pq",
	Module:  "github.com/lib/pq",
	Version: "v1.12.3",
	Calls: []Call{
		{Name: "(*github.com/lib/pq.Connector).Connect", Does: Dials, Bound: []Bound{"ctx:0", "dsn:connect_timeout"}, Source: "connector.go:211"},
		{Name: "(*github.com/lib/pq.Listener).Listen", Does: Requests, Source: "notify.go:527", Note: "waits for the connection to come back"},
		{Name: "(*github.com/lib/pq.Listener).Ping", Does: Requests, Source: "notify.go:635"},
		{Name: "(*github.com/lib/pq.ListenerConn).ExecSimpleQuery", Does: Queries, Source: "notify.go:324"},
	},
	Knobs: []Knob{
		{Owner: "github.com/lib/pq", Form: DSN, Name: "connect_timeout", Stage: Connect, Unit: "s", Default: "0", Zero: Infinite, Negative: Infinite, Source: "connector.go:365"},
		{Owner: "github.com/lib/pq.Config", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "0", Zero: Infinite, Negative: Infinite, Source: "conn.go:435"},
	},
}
