package knowledge

// Kubernetes client-go: a context on every call, and client-side throttling in front.
var k8sRest = Library{
	Path:    "k8s.io/client-go/rest",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Note:    "Config.Timeout is for the whole call and cuts watches too.",
	Calls: []Call{
		{Name: "(*k8s.io/client-go/rest.Request).Do", Does: Requests, Bound: []Bound{"ctx:0", "setter:(*k8s.io/client-go/rest.Request).Timeout", "field:k8s.io/client-go/rest.Config.Timeout"}, Source: "rest/request.go:1131"},
		{Name: "(*k8s.io/client-go/rest.Request).DoRaw", Does: Requests, Bound: []Bound{"ctx:0", "setter:(*k8s.io/client-go/rest.Request).Timeout"}, Source: "rest/request.go:1151"},
		{Name: "(*k8s.io/client-go/rest.Request).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "rest/request.go:760"},
		{Name: "(*k8s.io/client-go/rest.Request).Stream", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "rest/request.go:894"},
	},
	Knobs: []Knob{
		{Owner: "k8s.io/client-go/rest.Config", Form: Field, Name: "Timeout", Stage: Total, Default: "0", Zero: Infinite, Source: "rest/config.go:150", Note: "cuts watches too"},
		{Owner: "k8s.io/client-go/rest.Config", Form: Field, Name: "QPS", Stage: Acquire, Unit: "rate", Default: "5", Zero: Default, Negative: Disabled, Source: "rest/config.go:48", Note: "below the limit a call waits in the client"},
		{Owner: "k8s.io/client-go/rest.Config", Form: Field, Name: "Burst", Stage: Acquire, Unit: "count", Default: "10", Zero: Default, Source: "rest/config.go:49"},
		{Owner: "(*k8s.io/client-go/rest.Request)", Form: Setter, Name: "Timeout", Stage: Total, Default: "the client's", Zero: Infinite, Negative: Infinite, Source: "rest/request.go:153"},
	},
	Retries: []Retry{
		{Name: "(*k8s.io/client-go/rest.Request).MaxRetries", Form: Method, Counts: ExtraTries, Default: "10", Zero: SingleTry, Negative: SingleTry, Jitter: No, Backoff: "server Retry-After", Ctx: Yes, Source: "rest/request.go:167", Note: "only what the server answers with Retry-After"},
	},
}

var k8sCoreV1 = Library{
	Path:    "k8s.io/client-go/kubernetes/typed/core/v1",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Note:    "A model: every typed client looks so.",
	Calls: []Call{
		{Name: "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Watch", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "kubernetes/typed/core/v1/pod.go:49", Note: "limited by the context or ListOptions.TimeoutSeconds"},
	},
	Globs: []Glob{
		{Type: "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface)", Shape: CtxFirst, Except: []string{"Watch"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "kubernetes/typed/core/v1/pod.go:40"},
	},
}

var k8sGentype = Library{
	Path:    "k8s.io/client-go/gentype",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Note:    "The methods behind the typed clients.",
	Calls: []Call{
		{Name: "(*k8s.io/client-go/gentype.Client).Get", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "gentype/type.go:157"},
		{Name: "(*k8s.io/client-go/gentype.Client).Create", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "gentype/type.go:205"},
		{Name: "(*k8s.io/client-go/gentype.Client).Update", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "gentype/type.go:219"},
		{Name: "(*k8s.io/client-go/gentype.Client).Delete", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "gentype/type.go:250"},
	},
}

var k8sRetry = Library{
	Path:    "k8s.io/client-go/util/retry",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Note:    "Waits with time.Sleep: no context ends it.",
	Calls: []Call{
		{Name: "k8s.io/client-go/util/retry.OnError", Does: Waits, Bound: []Bound{"field:k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"}, Repeats: "arg:2", Only: Unfinished, Source: "util/retry/util.go:48"},
		{Name: "k8s.io/client-go/util/retry.RetryOnConflict", Does: Waits, Bound: []Bound{"field:k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"}, Repeats: "arg:1", Only: Conflicts, Source: "util/retry/util.go:103"},
	},
	Retries: []Retry{
		{Name: "k8s.io/client-go/util/retry.OnError", Form: Option, Counts: TotalTries, Zero: NeverRuns, Negative: NeverRuns, Jitter: PerAt, Backoff: "as Backoff says", Ctx: No, Source: "util/retry/util.go:48"},
		{Name: "k8s.io/client-go/util/retry.RetryOnConflict", Form: Option, Counts: TotalTries, Zero: NeverRuns, Negative: NeverRuns, Jitter: PerAt, Backoff: "as Backoff says", Ctx: No, Source: "util/retry/util.go:103"},
		{Name: "k8s.io/client-go/util/retry.DefaultRetry", Form: Variable, Counts: TotalTries, Default: "5", Jitter: Yes, Backoff: "constant 10ms", Ctx: No, Source: "util/retry/util.go:28"},
		{Name: "k8s.io/client-go/util/retry.DefaultBackoff", Form: Variable, Counts: TotalTries, Default: "4", Jitter: Yes, Backoff: "exponential 10ms x5", Ctx: No, Source: "util/retry/util.go:38"},
	},
}

var k8sCache = Library{
	Path:    "k8s.io/client-go/tools/cache",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Calls: []Call{
		{Name: "k8s.io/client-go/tools/cache.WaitForCacheSync", Does: Waits, Bound: []Bound{"chan"}, Source: "tools/cache/shared_informer.go:538", Note: "a channel that is never closed is waited for"},
		{Name: "k8s.io/client-go/tools/cache.WaitForNamedCacheSync", Does: Waits, Bound: []Bound{"chan"}, Instead: "WaitForNamedCacheSyncWithContext", Source: "tools/cache/shared_informer.go:502"},
		{Name: "k8s.io/client-go/tools/cache.WaitForNamedCacheSyncWithContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "tools/cache/shared_informer.go:522"},
	},
}

var k8sLeader = Library{
	Path:    "k8s.io/client-go/tools/leaderelection",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Calls: []Call{
		{Name: "k8s.io/client-go/tools/leaderelection.RunOrDie", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "tools/leaderelection/leaderelection.go:227"},
	},
	Knobs: []Knob{
		{Owner: "k8s.io/client-go/tools/leaderelection.LeaderElectionConfig", Form: Field, Name: "LeaseDuration", Stage: Lock, Zero: Refused, Negative: Refused, Source: "tools/leaderelection/leaderelection.go:83"},
		{Owner: "k8s.io/client-go/tools/leaderelection.LeaderElectionConfig", Form: Field, Name: "RenewDeadline", Stage: Lock, Zero: Refused, Negative: Refused, Source: "tools/leaderelection/leaderelection.go:77"},
		{Owner: "k8s.io/client-go/tools/leaderelection.LeaderElectionConfig", Form: Field, Name: "RetryPeriod", Stage: RetryTime, Zero: Refused, Negative: Refused, Source: "tools/leaderelection/leaderelection.go:89"},
	},
}

var k8sRemote = Library{
	Path:    "k8s.io/client-go/tools/remotecommand",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Calls: []Call{
		{Name: "(k8s.io/client-go/tools/remotecommand.Executor).Stream", Does: Runs, Instead: "StreamWithContext", Source: "tools/remotecommand/remotecommand.go:43"},
		{Name: "(k8s.io/client-go/tools/remotecommand.Executor).StreamWithContext", Does: Runs, Bound: []Bound{"ctx:0"}, Source: "tools/remotecommand/remotecommand.go:50"},
	},
}

var k8sWorkqueue = Library{
	Path:    "k8s.io/client-go/util/workqueue",
	Module:  "k8s.io/client-go",
	Version: "v0.37.2",
	Calls: []Call{
		{Name: "(k8s.io/client-go/util/workqueue.TypedInterface).Get", Does: Serves, Source: "util/workqueue/queue.go:33"},
		{Name: "(*k8s.io/client-go/util/workqueue.Typed).Get", Does: Serves, Source: "util/workqueue/queue.go:265"},
	},
}
