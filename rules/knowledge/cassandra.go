package knowledge

// Cassandra: gocql and its successor at Apache.
var goCQL = Library{
	Path:    "github.com/gocql/gocql",
	Module:  "github.com/gocql/gocql",
	Version: "v1.7.0",
	Note:    "NewCluster sets 11s; a literal ClusterConfig has nothing. Statements are retried whether idempotent or not.",
	Calls: []Call{
		{Name: "(*github.com/gocql/gocql.ClusterConfig).CreateSession", Does: Dials, Bound: []Bound{"field:github.com/gocql/gocql.ClusterConfig.ConnectTimeout"}, Source: "cluster.go:308"},
		{Name: "github.com/gocql/gocql.NewSession", Does: Dials, Bound: []Bound{"field:github.com/gocql/gocql.ClusterConfig.ConnectTimeout"}, Source: "session.go:136"},
		{Name: "(*github.com/gocql/gocql.Query).Exec", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Query).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:1295"},
		{Name: "(*github.com/gocql/gocql.Query).Scan", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Query).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:1336"},
		{Name: "(*github.com/gocql/gocql.Query).Iter", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Query).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:1309"},
		{Name: "(*github.com/gocql/gocql.Query).MapScan", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Query).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:1324"},
		{Name: "(*github.com/gocql/gocql.Query).ScanCAS", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Query).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:1353"},
		{Name: "(*github.com/gocql/gocql.Session).ExecuteBatch", Does: Queries, Bound: []Bound{"setter:(*github.com/gocql/gocql.Batch).WithContext", "field:github.com/gocql/gocql.ClusterConfig.Timeout"}, Source: "session.go:757"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gocql/gocql.ClusterConfig", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Infinite, Source: "cluster.go:281", Note: "one request, not all retries of a query"},
		{Owner: "github.com/gocql/gocql.ClusterConfig", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "0", Source: "cluster.go:282"},
		{Owner: "github.com/gocql/gocql.ClusterConfig", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "Timeout", Zero: Inherited, Negative: Inherited, Source: "conn.go:264"},
		{Owner: "github.com/gocql/gocql.ClusterConfig", Form: Field, Name: "MaxWaitSchemaAgreement", Stage: Total, Default: "0", Source: "cluster.go:290"},
		{Owner: "github.com/gocql/gocql.ClusterConfig", Form: Field, Name: "NumConns", Stage: PoolStage, Unit: "count", Default: "2", Source: "cluster.go:284"},
	},
	Retries: []Retry{
		{Name: "github.com/gocql/gocql.SimpleRetryPolicy.NumRetries", Form: Field, Counts: ExtraTries, Default: "none", Zero: SingleTry, Jitter: No, Backoff: "none", Source: "policies.go:168", Note: "also what is not idempotent"},
		{Name: "github.com/gocql/gocql.ExponentialBackoffRetryPolicy.NumRetries", Form: Field, Counts: ExtraTries, Zero: SingleTry, Jitter: Yes, Backoff: "exponential 100ms..10s", Ctx: No, Source: "policies.go:182"},
		{Name: "github.com/gocql/gocql.ConstantReconnectionPolicy.MaxRetries", Form: Field, Counts: OtherCount, Default: "3", Jitter: No, Backoff: "constant 1s", Source: "cluster.go:293"},
	},
	Flows: []Flow{
		{Name: "github.com/gocql/gocql.NewCluster", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "11s"}, {Field: "ConnectTimeout", Value: "11s"}, {Field: "MaxWaitSchemaAgreement", Value: "60s"}}, Source: "cluster.go:277"},
	},
}

var apacheCQL = Library{
	Path:    "github.com/apache/cassandra-gocql-driver/v2",
	Module:  "github.com/apache/cassandra-gocql-driver/v2",
	Version: "v2.1.2",
	Note:    "gocql v2: only idempotent queries are retried, and there are Context methods.",
	Calls: []Call{
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).Exec", Does: Queries, Bound: []Bound{"field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Instead: "ExecContext", Source: "session.go:1367"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).ExecContext", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Source: "session.go:1372"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).Iter", Does: Queries, Bound: []Bound{"field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Instead: "IterContext", Source: "session.go:1386"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).IterContext", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Source: "session.go:1392"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).Scan", Does: Queries, Bound: []Bound{"field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Instead: "ScanContext", Source: "session.go:1440"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Query).ScanContext", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Source: "session.go:1449"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Batch).Exec", Does: Queries, Bound: []Bound{"field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Instead: "ExecContext", Source: "session.go:829"},
		{Name: "(*github.com/apache/cassandra-gocql-driver/v2.Batch).ExecContext", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/apache/cassandra-gocql-driver/v2.ClusterConfig.Timeout"}, Source: "session.go:836"},
	},
	Knobs: []Knob{
		{Owner: "github.com/apache/cassandra-gocql-driver/v2.ClusterConfig", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Source: "cluster.go:354"},
		{Owner: "github.com/apache/cassandra-gocql-driver/v2.ClusterConfig", Form: Field, Name: "ConnectTimeout", Stage: Connect, Default: "0", Source: "cluster.go:355"},
	},
	Retries: []Retry{
		{Name: "github.com/apache/cassandra-gocql-driver/v2.SimpleRetryPolicy.NumRetries", Form: Field, Counts: ExtraTries, Default: "none", Zero: SingleTry, Jitter: No, Backoff: "none", Source: "policies.go:168"},
	},
	Flows: []Flow{
		{Name: "github.com/apache/cassandra-gocql-driver/v2.NewCluster", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "11s"}, {Field: "ConnectTimeout", Value: "11s"}, {Field: "MaxWaitSchemaAgreement", Value: "60s"}}, Source: "cluster.go:350"},
	},
}
