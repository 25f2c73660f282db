package knowledge

// redigo, rueidis and redsync.
var redigo = Library{
	Path:    "github.com/gomodule/redigo/redis",
	Module:  "github.com/gomodule/redigo",
	Version: "v1.9.3",
	Note:    "Reads and writes have no limit by default, and Pool.Get none ever.",
	Calls: []Call{
		{Name: "github.com/gomodule/redigo/redis.Dial", Does: Dials, Bound: []Bound{"option:github.com/gomodule/redigo/redis.DialConnectTimeout"}, Instead: "DialContext", Source: "redis/conn.go:212"},
		{Name: "github.com/gomodule/redigo/redis.DialContext", Does: Dials, Bound: []Bound{"ctx:0", "option:github.com/gomodule/redigo/redis.DialConnectTimeout"}, Source: "redis/conn.go:224"},
		{Name: "github.com/gomodule/redigo/redis.DialURL", Does: Dials, Bound: []Bound{"option:github.com/gomodule/redigo/redis.DialConnectTimeout"}, Instead: "DialURLContext", Source: "redis/conn.go:320"},
		{Name: "github.com/gomodule/redigo/redis.DialTimeout", Does: Dials, Bound: []Bound{"arg:2"}, Source: "redis/conn.go:65"},
		{Name: "(github.com/gomodule/redigo/redis.Conn).Do", Does: Queries, Bound: []Bound{"option:github.com/gomodule/redigo/redis.DialReadTimeout", "option:github.com/gomodule/redigo/redis.DialWriteTimeout"}, Instead: "github.com/gomodule/redigo/redis.DoContext", Source: "redis/redis.go:38"},
		{Name: "(github.com/gomodule/redigo/redis.Conn).Receive", Does: Receives, Bound: []Bound{"option:github.com/gomodule/redigo/redis.DialReadTimeout"}, Source: "redis/redis.go:47"},
		{Name: "(github.com/gomodule/redigo/redis.Conn).Flush", Does: Writes, Bound: []Bound{"option:github.com/gomodule/redigo/redis.DialWriteTimeout"}, Source: "redis/redis.go:44"},
		{Name: "github.com/gomodule/redigo/redis.DoContext", Does: Queries, Bound: []Bound{"ctx:1", "option:github.com/gomodule/redigo/redis.DialReadTimeout"}, Source: "redis/redis.go:126"},
		{Name: "github.com/gomodule/redigo/redis.DoWithTimeout", Does: Queries, Bound: []Bound{"arg:1"}, Source: "redis/redis.go:137", Note: "0 is no limit"},
		{Name: "github.com/gomodule/redigo/redis.ReceiveContext", Does: Receives, Bound: []Bound{"ctx:1"}, Source: "redis/redis.go:151"},
		{Name: "github.com/gomodule/redigo/redis.ReceiveWithTimeout", Does: Receives, Bound: []Bound{"arg:1"}, Source: "redis/redis.go:162"},
		{Name: "(*github.com/gomodule/redigo/redis.Pool).Get", Does: Acquires, When: "field:github.com/gomodule/redigo/redis.Pool.Wait", Instead: "GetContext", Source: "redis/pool.go:192", Note: "with Wait it waits for a connection however long"},
		{Name: "(*github.com/gomodule/redigo/redis.Pool).GetContext", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "redis/pool.go:206"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gomodule/redigo/redis", Form: Option, Name: "DialReadTimeout", Stage: Read, Default: "0", Zero: Infinite, Source: "redis/conn.go:102"},
		{Owner: "github.com/gomodule/redigo/redis", Form: Option, Name: "DialWriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Source: "redis/conn.go:109"},
		{Owner: "github.com/gomodule/redigo/redis", Form: Option, Name: "DialConnectTimeout", Stage: Connect, Default: "30s", Zero: Infinite, Source: "redis/conn.go:117"},
		{Owner: "github.com/gomodule/redigo/redis", Form: Option, Name: "DialTLSHandshakeTimeout", Stage: TLS, Default: "10s", Zero: Infinite, Source: "redis/conn.go:230", Note: "10s in the code, 30s in the comment"},
		{Owner: "github.com/gomodule/redigo/redis", Form: Option, Name: "DialKeepAlive", Stage: Keepalive, Default: "5m", Source: "redis/conn.go:228"},
		{Owner: "github.com/gomodule/redigo/redis.Pool", Form: Field, Name: "MaxActive", Stage: PoolStage, Unit: "count", Default: "0", Zero: Unlimited, Source: "redis/pool.go:154"},
		{Owner: "github.com/gomodule/redigo/redis.Pool", Form: Field, Name: "Wait", Stage: Acquire, Unit: "bool", Default: "false", Source: "redis/pool.go:162", Note: "false: an exhausted pool is an error at once"},
		{Owner: "github.com/gomodule/redigo/redis.Pool", Form: Field, Name: "IdleTimeout", Stage: Idle, Default: "0", Zero: Infinite, Negative: Infinite, Source: "redis/pool.go:158"},
		{Owner: "github.com/gomodule/redigo/redis.Pool", Form: Field, Name: "MaxConnLifetime", Stage: Lifetime, Default: "0", Zero: Infinite, Source: "redis/pool.go:166"},
	},
}

var rueidisClient = Library{
	Path:    "github.com/redis/rueidis",
	Module:  "github.com/redis/rueidis",
	Version: "v1.0.79",
	Note:    "Commands that only read are retried until the context ends: without a deadline, for ever.",
	Calls: []Call{
		{Name: "(github.com/redis/rueidis.CommandClient).Do", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/redis/rueidis.ClientOption.ConnWriteTimeout"}, Source: "rueidis.go:487"},
		{Name: "(github.com/redis/rueidis.CommandClient).DoMulti", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/redis/rueidis.ClientOption.ConnWriteTimeout"}, Source: "rueidis.go:490"},
		{Name: "(github.com/redis/rueidis.Client).DoCache", Does: Queries, Bound: []Bound{"ctx:0", "field:github.com/redis/rueidis.ClientOption.ConnWriteTimeout"}, Source: "rueidis.go:388"},
		{Name: "(github.com/redis/rueidis.CoreClient).Receive", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "rueidis.go:471"},
		{Name: "github.com/redis/rueidis.NewClient", Does: Dials, Bound: []Bound{"field:github.com/redis/rueidis.ClientOption.Dialer"}, Source: "rueidis.go:520", Note: "connects at once, without a context"},
	},
	Knobs: []Knob{
		{Owner: "github.com/redis/rueidis.ClientOption", Form: Field, Name: "Dialer", Stage: Connect, Unit: "net.Dialer", Default: "net.Dialer{Timeout: 5s}", Zero: Default, Source: "rueidis.go:536"},
		{Owner: "github.com/redis/rueidis.ClientOption", Form: Field, Name: "ConnWriteTimeout", Stage: Read, Default: "10s", Zero: Default, Source: "rueidis.go:542", Note: "reads too"},
		{Owner: "github.com/redis/rueidis.ClientOption", Form: Field, Name: "BlockingPoolSize", Stage: PoolStage, Unit: "count", Default: "1024", Zero: Default, Source: "rueidis.go:51"},
		{Owner: "github.com/redis/rueidis.ClientOption", Form: Field, Name: "ConnLifetime", Stage: Lifetime, Default: "0", Zero: Infinite, Source: "rueidis.go:233"},
	},
	Retries: []Retry{
		{Name: "github.com/redis/rueidis.ClientOption.DisableRetry", Form: Field, Counts: NoCount, Default: "unlimited", Jitter: Yes, Backoff: "exponential 1us..1s", Ctx: Yes, Source: "rueidis.go:258"},
	},
}

var redsyncV4 = Library{
	Path:    "github.com/go-redsync/redsync/v4",
	Module:  "github.com/go-redsync/redsync/v4",
	Version: "v4.18.1",
	Calls: []Call{
		{Name: "(*github.com/go-redsync/redsync/v4.Mutex).Lock", Does: Waits, Bound: []Bound{"option:github.com/go-redsync/redsync/v4.WithTries"}, Instead: "LockContext", Source: "mutex.go:65", Note: "32 tries with 50..250ms between"},
		{Name: "(*github.com/go-redsync/redsync/v4.Mutex).LockContext", Does: Waits, Bound: []Bound{"ctx:0", "option:github.com/go-redsync/redsync/v4.WithTries"}, Source: "mutex.go:70"},
		{Name: "(*github.com/go-redsync/redsync/v4.Mutex).Unlock", Does: Requests, Instead: "UnlockContext", Source: "mutex.go:137"},
		{Name: "(*github.com/go-redsync/redsync/v4.Mutex).UnlockContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "mutex.go:142"},
		{Name: "(*github.com/go-redsync/redsync/v4.Mutex).Extend", Does: Requests, Instead: "ExtendContext", Source: "mutex.go:153"},
	},
	Knobs: []Knob{
		{Owner: "github.com/go-redsync/redsync/v4", Form: Option, Name: "WithExpiry", Stage: Lock, Default: "8s", Source: "redsync.go:32", Note: "who works longer has lost the lock and does not notice"},
	},
	Retries: []Retry{
		{Name: "github.com/go-redsync/redsync/v4.WithTries", Form: Option, Counts: TotalTries, Default: "32", Zero: NeverRuns, Jitter: Yes, Backoff: "50ms..250ms", Ctx: Yes, Source: "redsync.go:33", Note: "0 never tries"},
	},
}
