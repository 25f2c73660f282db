package knowledge

// The etcd client.
var etcdV3 = Library{
	Path:    "go.etcd.io/etcd/client/v3",
	Module:  "go.etcd.io/etcd/client/v3",
	Version: "v3.7.3",
	Note:    "Calls wait for a server that is away (WaitForReady) and are tried a hundred times.",
	Calls: []Call{
		{Name: "(go.etcd.io/etcd/client/v3.Watcher).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "watch.go:92"},
		{Name: "(go.etcd.io/etcd/client/v3.Txn).Commit", Does: Requests, Bound: []Bound{"recvctx"}, Source: "txn.go:51"},
		{Name: "go.etcd.io/etcd/client/v3.New", Does: Dials, Bound: []Bound{"field:go.etcd.io/etcd/client/v3.Config.DialTimeout"}, Source: "client.go:86", Note: "does not wait unless it has to authenticate"},
	},
	Globs: []Glob{
		{Type: "(go.etcd.io/etcd/client/v3.KV)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "kv.go:38"},
		{Type: "(go.etcd.io/etcd/client/v3.Lease)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "lease.go:109"},
	},
	Knobs: []Knob{
		{Owner: "go.etcd.io/etcd/client/v3.Config", Form: Field, Name: "DialTimeout", Stage: Total, Default: "0", Zero: Infinite, Since: "v3.7.0", Source: "config.go:40", Note: "for the token and the version check only"},
		{Owner: "go.etcd.io/etcd/client/v3.Config", Form: Field, Name: "DialTimeout", Stage: Connect, Default: "0", Zero: Infinite, Until: "v3.7.0", Source: "client.go:326", Note: "connecting too, and New waits for it with WithBlock"},
		{Owner: "go.etcd.io/etcd/client/v3.Config", Form: Field, Name: "DialKeepAliveTime", Stage: Keepalive, Default: "0", Zero: Disabled, Source: "client.go:231"},
		{Owner: "go.etcd.io/etcd/client/v3.Config", Form: Field, Name: "BackoffWaitBetween", Stage: RetryTime, Default: "25ms", Zero: Default, Source: "options.go:53"},
	},
	Retries: []Retry{
		{Name: "go.etcd.io/etcd/client/v3.Config.MaxUnaryRetries", Form: Field, Counts: TotalTries, Default: "100", Zero: Default, Jitter: Yes, Backoff: "constant 25ms", Ctx: Yes, Source: "options.go:45"},
	},
}

var etcdConcurrency = Library{
	Path:    "go.etcd.io/etcd/client/v3/concurrency",
	Module:  "go.etcd.io/etcd/client/v3",
	Version: "v3.7.3",
	Calls: []Call{
		{Name: "(*go.etcd.io/etcd/client/v3/concurrency.Mutex).Lock", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "concurrency/mutex.go:75"},
		{Name: "(*go.etcd.io/etcd/client/v3/concurrency.Mutex).Unlock", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "concurrency/mutex.go:134"},
		{Name: "(*go.etcd.io/etcd/client/v3/concurrency.Mutex).TryLock", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "concurrency/mutex.go:52"},
		{Name: "(*go.etcd.io/etcd/client/v3/concurrency.Election).Campaign", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "concurrency/election.go:69"},
	},
}
