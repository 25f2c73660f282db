package knowledge

// Consul and Vault.
var consulAPI = Library{
	Path:    "github.com/hashicorp/consul/api",
	Module:  "github.com/hashicorp/consul/api",
	Version: "v1.34.5",
	Note:    "A context comes by QueryOptions.WithContext only; the HTTP client has no Timeout.",
	Calls: []Call{
		{Name: "(*github.com/hashicorp/consul/api.KV).Get", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.QueryOptions).WithContext"}, Source: "kv.go:71"},
		{Name: "(*github.com/hashicorp/consul/api.KV).List", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.QueryOptions).WithContext"}, Source: "kv.go:92"},
		{Name: "(*github.com/hashicorp/consul/api.KV).Put", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.WriteOptions).WithContext"}, Source: "kv.go:162"},
		{Name: "(*github.com/hashicorp/consul/api.KV).CAS", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.WriteOptions).WithContext"}, Source: "kv.go:174"},
		{Name: "(*github.com/hashicorp/consul/api.KV).Acquire", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.WriteOptions).WithContext"}, Source: "kv.go:186"},
		{Name: "(*github.com/hashicorp/consul/api.KV).Delete", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.WriteOptions).WithContext"}, Source: "kv.go:245"},
		{Name: "(*github.com/hashicorp/consul/api.Health).Service", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.QueryOptions).WithContext"}, Source: "health.go:292"},
		{Name: "(*github.com/hashicorp/consul/api.Catalog).Service", Does: Requests, Bound: []Bound{"setter:(*github.com/hashicorp/consul/api.QueryOptions).WithContext"}, Source: "catalog.go:236"},
		{Name: "(*github.com/hashicorp/consul/api.Agent).ServiceRegister", Does: Requests, Source: "agent.go:976"},
		{Name: "(*github.com/hashicorp/consul/api.Lock).Lock", Does: Acquires, Bound: []Bound{"chan"}, Source: "lock.go:138", Note: "a nil channel never ends it"},
		{Name: "(*github.com/hashicorp/consul/api.Semaphore).Acquire", Does: Acquires, Bound: []Bound{"chan"}, Source: "semaphore.go:149"},
	},
	Knobs: []Knob{
		{Owner: "github.com/hashicorp/consul/api.QueryOptions", Form: Field, Name: "WaitTime", Stage: Poll, Default: "0", Zero: Default, Source: "api.go:177", Note: "how long the agent holds a query that has a WaitIndex"},
		{Owner: "github.com/hashicorp/consul/api.Config", Form: Field, Name: "WaitTime", Stage: Poll, Default: "0", Zero: Default, Source: "api.go:377"},
		{Owner: "github.com/hashicorp/consul/api.Config", Form: Field, Name: "HttpClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client without Timeout", Source: "api.go:370"},
		{Owner: "github.com/hashicorp/consul/api.LockOptions", Form: Field, Name: "LockWaitTime", Stage: Poll, Default: "15s", Zero: Default, Source: "lock.go:83"},
	},
}

var vaultAPI = Library{
	Path:    "github.com/hashicorp/vault/api",
	Module:  "github.com/hashicorp/vault/api",
	Version: "v1.23.0",
	Note:    "DefaultConfig sets 60s for a call and all its retries.",
	Calls: []Call{
		{Name: "(*github.com/hashicorp/vault/api.Logical).Read", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/vault/api.Config.Timeout"}, Instead: "ReadWithContext", Source: "logical.go:57"},
		{Name: "(*github.com/hashicorp/vault/api.Logical).Write", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/vault/api.Config.Timeout"}, Instead: "WriteWithContext", Source: "logical.go:227"},
		{Name: "(*github.com/hashicorp/vault/api.Logical).List", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/vault/api.Config.Timeout"}, Instead: "ListWithContext", Source: "logical.go:185"},
		{Name: "(*github.com/hashicorp/vault/api.Logical).Delete", Does: Requests, Bound: []Bound{"field:github.com/hashicorp/vault/api.Config.Timeout"}, Instead: "DeleteWithContext", Source: "logical.go:388"},
	},
	Globs: []Glob{
		{Type: "(*github.com/hashicorp/vault/api.Logical)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "logical.go:48"},
	},
	Knobs: []Knob{
		{Owner: "github.com/hashicorp/vault/api.Config", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Infinite, Negative: Infinite, Source: "client.go:260"},
		{Owner: "(*github.com/hashicorp/vault/api.Client)", Form: Setter, Name: "SetClientTimeout", Stage: Total, Default: "60s", Zero: Infinite, Negative: Infinite, Source: "client.go:914"},
		{Owner: "github.com/hashicorp/vault/api", Form: Env, Name: "VAULT_CLIENT_TIMEOUT", Stage: Total, Unit: "s|text", Source: "client.go:434"},
		{Owner: "github.com/hashicorp/vault/api.Config", Form: Field, Name: "MinRetryWait", Stage: RetryTime, Default: "1s", Zero: Default, Source: "client.go:261"},
		{Owner: "github.com/hashicorp/vault/api.Config", Form: Field, Name: "MaxRetryWait", Stage: RetryTime, Default: "1.5s", Zero: Default, Source: "client.go:262"},
	},
	Retries: []Retry{
		{Name: "github.com/hashicorp/vault/api.Config.MaxRetries", Form: Field, Counts: ExtraTries, Default: "2", Zero: SingleTry, Jitter: Yes, Backoff: "linear 1s..1.5s", Ctx: Yes, Source: "client.go:263"},
	},
	Flows: []Flow{
		{Name: "github.com/hashicorp/vault/api.DefaultConfig", From: NoSource, Sets: []Preset{{Field: "Timeout", Value: "60s"}}, Source: "client.go:256"},
	},
}
