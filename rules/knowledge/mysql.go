package knowledge

// The MySQL and SQL Server drivers: all by connection string or Config.
var goMySQL = Library{
	Path:    "github.com/go-sql-driver/mysql",
	Module:  "github.com/go-sql-driver/mysql",
	Version: "v1.10.1",
	Note:    "timeout, readTimeout and writeTimeout all start as none.",
	Knobs: []Knob{
		{Owner: "github.com/go-sql-driver/mysql", Form: DSN, Name: "timeout", Stage: Connect, Unit: "text", Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:642", Note: "0: the system's"},
		{Owner: "github.com/go-sql-driver/mysql", Form: DSN, Name: "readTimeout", Stage: Read, Unit: "text", Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:615"},
		{Owner: "github.com/go-sql-driver/mysql", Form: DSN, Name: "writeTimeout", Stage: Write, Unit: "text", Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:668"},
		{Owner: "github.com/go-sql-driver/mysql.Config", Form: Field, Name: "Timeout", Stage: Connect, Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:54", Note: "0: the system's"},
		{Owner: "github.com/go-sql-driver/mysql.Config", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:55"},
		{Owner: "github.com/go-sql-driver/mysql.Config", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Negative: Infinite, Source: "dsn.go:56"},
	},
	Flows: []Flow{
		{Name: "github.com/go-sql-driver/mysql.NewConfig", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "0"}, {Field: "ReadTimeout", Value: "0"}, {Field: "WriteTimeout", Value: "0"}}, Source: "dsn.go:92"},
	},
}

var goMSSQL = Library{
	Path:    "github.com/microsoft/go-mssqldb",
	Module:  "github.com/microsoft/go-mssqldb",
	Version: "v1.11.2",
	Knobs: []Knob{
		{Owner: "github.com/microsoft/go-mssqldb", Form: DSN, Name: "dial timeout", Stage: Connect, Unit: "s", Default: "15s", Negative: Disabled, Source: "msdsn/conn_str.go:142"},
		{Owner: "github.com/microsoft/go-mssqldb", Form: DSN, Name: "connection timeout", Stage: Total, Unit: "s", Default: "0", Zero: Disabled, Negative: Refused, Source: "msdsn/conn_str.go:478", Note: "each read and write, in spite of its name"},
	},
}
