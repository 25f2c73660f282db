package knowledge

// clickhouse-go.
var clickHouse = Library{
	Path:    "github.com/ClickHouse/clickhouse-go/v2",
	Module:  "github.com/ClickHouse/clickhouse-go/v2",
	Version: "v2.51.0",
	Note:    "A read may take 300s by default. DialTimeout is also the wait for a free connection.",
	Knobs: []Knob{
		{Owner: "github.com/ClickHouse/clickhouse-go/v2.Options", Form: Field, Name: "DialTimeout", Stage: Connect, Default: "30s", Zero: Default, Source: "clickhouse_options.go:575", Note: "also the wait for a free connection"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2.Options", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "300s", Zero: Default, Source: "clickhouse_options.go:578"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2.Options", Form: Field, Name: "MaxOpenConns", Stage: PoolStage, Unit: "count", Default: "MaxIdleConns+5", Zero: Default, Negative: Default, Source: "clickhouse_options.go:584"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2.Options", Form: Field, Name: "MaxIdleConns", Stage: PoolStage, Unit: "count", Default: "5", Zero: Default, Negative: Default, Source: "clickhouse_options.go:581"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2.Options", Form: Field, Name: "ConnMaxLifetime", Stage: Lifetime, Default: "1h", Zero: Default, Source: "clickhouse_options.go:587"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2", Form: DSN, Name: "dial_timeout", Stage: Connect, Unit: "text", Default: "30s", Zero: Default, Source: "clickhouse_options.go:285", Note: "0 is no limit here, unlike the field"},
		{Owner: "github.com/ClickHouse/clickhouse-go/v2", Form: DSN, Name: "read_timeout", Stage: Read, Unit: "text", Default: "300s", Zero: Default, Source: "clickhouse_options.go:300", Note: "0 is no limit here, unlike the field"},
	},
}

var clickHouseDriver = Library{
	Path:    "github.com/ClickHouse/clickhouse-go/v2/lib/driver",
	Module:  "github.com/ClickHouse/clickhouse-go/v2",
	Version: "v2.51.0",
	Calls: []Call{
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).Query", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "lib/driver/driver.go:58"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).QueryRow", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "lib/driver/driver.go:59"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).Select", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "lib/driver/driver.go:57"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).Exec", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "lib/driver/driver.go:61"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).PrepareBatch", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "lib/driver/driver.go:60"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Conn).Ping", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Source: "conn_ping.go:15"},
		{Name: "(github.com/ClickHouse/clickhouse-go/v2/lib/driver.Batch).Send", Does: Writes, Bound: []Bound{"recvctx"}, Source: "lib/driver/driver.go:179"},
	},
}
