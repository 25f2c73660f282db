package knowledge

// The MongoDB driver, v1 and v2: Timeout works only where the context has no deadline.
var mongoV1 = Library{
	Path:    "go.mongodb.org/mongo-driver/mongo",
	Module:  "go.mongodb.org/mongo-driver",
	Version: "v1.17.10",
	Note:    "Without SetTimeout and without a deadline an operation that has found its server waits for ever.",
	Calls: []Call{
		{Name: "(*go.mongodb.org/mongo-driver/mongo.Cursor).Next", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "mongo/cursor.go:133"},
		{Name: "(*go.mongodb.org/mongo-driver/mongo.Cursor).All", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "mongo/cursor.go:294"},
		{Name: "(*go.mongodb.org/mongo-driver/mongo.ChangeStream).Next", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/change_stream.go:608"},
		{Name: "(*go.mongodb.org/mongo-driver/mongo.Collection).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/collection.go:1802", Note: "a change stream lasts as long as its reader likes"},
		{Name: "(*go.mongodb.org/mongo-driver/mongo.Database).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/database.go:514"},
		{Name: "(go.mongodb.org/mongo-driver/mongo.Session).WithTransaction", Does: Queries, Bound: []Bound{"ctx:0"}, Repeats: "arg:1", Only: Coded, Source: "mongo/session.go:113", Note: "tries again for two minutes"},
	},
	Globs: []Glob{
		{Type: "(*go.mongodb.org/mongo-driver/mongo.Collection)", Shape: CtxFirst, Except: []string{"Watch"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/collection.go:34"},
		{Type: "(*go.mongodb.org/mongo-driver/mongo.Client)", Shape: CtxFirst, Except: []string{"Connect", "Watch"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/client.go:55"},
		{Type: "(*go.mongodb.org/mongo-driver/mongo.Database)", Shape: CtxFirst, Except: []string{"Watch"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/database.go:34"},
	},
	Knobs: []Knob{
		{Owner: "go.mongodb.org/mongo-driver/mongo", Form: DSN, Name: "connectTimeoutMS", Stage: Connect, Unit: "ms", Default: "30000", Zero: Infinite, Source: "mongo/options/clientoptions.go:678"},
		{Owner: "go.mongodb.org/mongo-driver/mongo", Form: DSN, Name: "serverSelectionTimeoutMS", Stage: Acquire, Unit: "ms", Default: "30000", Source: "mongo/options/clientoptions.go:897"},
		{Owner: "go.mongodb.org/mongo-driver/mongo", Form: DSN, Name: "socketTimeoutMS", Stage: Read, Unit: "ms", Default: "0", Zero: Infinite, Source: "mongo/options/clientoptions.go:904"},
		{Owner: "go.mongodb.org/mongo-driver/mongo", Form: DSN, Name: "timeoutMS", Stage: Total, Unit: "ms", Zero: Infinite, Source: "mongo/options/clientoptions.go:917"},
	},
	Exempt: []string{
		"go.mongodb.org/mongo-driver/mongo.Connect",
	},
}

var mongoV1Options = Library{
	Path:    "go.mongodb.org/mongo-driver/mongo/options",
	Module:  "go.mongodb.org/mongo-driver",
	Version: "v1.17.10",
	Knobs: []Knob{
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetConnectTimeout", Stage: Connect, Default: "30s", Zero: Infinite, Source: "mongo/options/clientoptions.go:678"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetServerSelectionTimeout", Stage: Acquire, Default: "30s", Source: "x/mongo/driver/topology/topology_options.go:27"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetSocketTimeout", Stage: Read, Default: "0", Zero: Infinite, Source: "mongo/options/clientoptions.go:905"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "none", Zero: Infinite, Source: "mongo/options/clientoptions.go:918", Note: "only where the context has no deadline"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetMaxPoolSize", Stage: PoolStage, Unit: "count", Default: "100", Zero: Unlimited, Source: "mongo/options/clientoptions.go:772", Note: "a full pool is waited for as long as the context"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetMaxConnIdleTime", Stage: Idle, Default: "0", Zero: Infinite, Source: "mongo/options/clientoptions.go:764"},
		{Owner: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions)", Form: Setter, Name: "SetMaxConnecting", Stage: PoolStage, Unit: "count", Default: "2", Zero: Default, Source: "mongo/options/clientoptions.go:787"},
	},
	Retries: []Retry{
		{Name: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions).SetRetryWrites", Form: Method, Counts: Switch, Default: "true", Jitter: No, Backoff: "none", Source: "mongo/options/clientoptions.go:865", Note: "one retry"},
		{Name: "(*go.mongodb.org/mongo-driver/mongo/options.ClientOptions).SetRetryReads", Form: Method, Counts: Switch, Default: "true", Jitter: No, Backoff: "none", Source: "mongo/options/clientoptions.go:882", Note: "one retry"},
	},
}

var mongoV2 = Library{
	Path:    "go.mongodb.org/mongo-driver/v2/mongo",
	Module:  "go.mongodb.org/mongo-driver/v2",
	Version: "v2.10.0",
	Note:    "No socket timeout any more; Connect takes no context and does not wait.",
	Calls: []Call{
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.Cursor).Next", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "mongo/cursor.go:184"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.Cursor).All", Does: Receives, Bound: []Bound{"ctx:0"}, Source: "mongo/cursor.go:374"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.ChangeStream).Next", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/change_stream.go:639"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.Collection).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/collection.go:2183", Note: "a change stream lasts as long as its reader likes"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.Database).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "mongo/database.go:617"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo.Session).WithTransaction", Does: Queries, Bound: []Bound{"ctx:0"}, Repeats: "arg:1", Only: Coded, Source: "mongo/session.go:133", Note: "tries again for two minutes"},
	},
	Globs: []Glob{
		{Type: "(*go.mongodb.org/mongo-driver/v2/mongo.Collection)", Shape: CtxFirst, Except: []string{"Watch"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/collection.go:34"},
		{Type: "(*go.mongodb.org/mongo-driver/v2/mongo.Client)", Shape: CtxFirst, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/client.go:62"},
		{Type: "(*go.mongodb.org/mongo-driver/v2/mongo.Database)", Shape: CtxFirst, Except: []string{"Watch"}, Does: Queries, Bound: []Bound{"ctx:0"}, Source: "mongo/database.go:34"},
	},
	Exempt: []string{
		"go.mongodb.org/mongo-driver/v2/mongo.Connect",
	},
}

var mongoV2Options = Library{
	Path:    "go.mongodb.org/mongo-driver/v2/mongo/options",
	Module:  "go.mongodb.org/mongo-driver/v2",
	Version: "v2.10.0",
	Knobs: []Knob{
		{Owner: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions)", Form: Setter, Name: "SetConnectTimeout", Stage: Connect, Default: "30s", Zero: Infinite, Source: "x/mongo/driver/topology/topology_options.go:32"},
		{Owner: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions)", Form: Setter, Name: "SetServerSelectionTimeout", Stage: Acquire, Default: "30s", Source: "x/mongo/driver/topology/topology_options.go:31"},
		{Owner: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "none", Zero: Infinite, Source: "mongo/options/clientoptions.go:1068", Note: "only where the context has no deadline"},
		{Owner: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions)", Form: Setter, Name: "SetMaxPoolSize", Stage: PoolStage, Unit: "count", Default: "100", Zero: Unlimited, Source: "mongo/options/clientoptions.go:899"},
		{Owner: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions)", Form: Setter, Name: "SetMaxConnIdleTime", Stage: Idle, Default: "0", Zero: Infinite, Source: "mongo/options/clientoptions.go:890"},
	},
	Retries: []Retry{
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).SetRetryWrites", Form: Method, Counts: Switch, Default: "true", Jitter: No, Backoff: "none", Source: "mongo/options/clientoptions.go:1001", Note: "one retry"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).SetRetryReads", Form: Method, Counts: Switch, Default: "true", Jitter: No, Backoff: "none", Source: "mongo/options/clientoptions.go:1017", Note: "one retry"},
		{Name: "(*go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions).SetMaxAdaptiveRetries", Form: Method, Counts: ExtraTries, Zero: SingleTry, Jitter: Yes, Backoff: "exponential", Source: "mongo/options/clientoptions.go:1031"},
	},
}
