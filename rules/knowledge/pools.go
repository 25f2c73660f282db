package knowledge

// Worker pools, rate limits and schedulers: who hands work over may wait for a place.
var antsPool = Library{
	Path:    "github.com/panjf2000/ants/v2",
	Module:  "github.com/panjf2000/ants/v2",
	Version: "v2.12.1",
	Note:    "Submit waits for a worker unless the pool is Nonblocking or MaxBlockingTasks are waiting already.",
	Calls: []Call{
		{Name: "github.com/panjf2000/ants/v2.Submit", Does: Acquires, Source: "ants.go:113"},
		{Name: "(*github.com/panjf2000/ants/v2.Pool).Submit", Does: Acquires, Source: "pool.go:37"},
		{Name: "(*github.com/panjf2000/ants/v2.PoolWithFunc).Invoke", Does: Acquires, Source: "pool_func.go:39"},
		{Name: "(*github.com/panjf2000/ants/v2.PoolWithFuncGeneric).Invoke", Does: Acquires, Source: "pool_func_generic.go:34"},
		{Name: "(*github.com/panjf2000/ants/v2.MultiPool).Submit", Does: Acquires, Source: "multipool.go:140"},
		{Name: "(*github.com/panjf2000/ants/v2.MultiPoolWithFunc).Invoke", Does: Acquires, Source: "multipool_func.go:87"},
		{Name: "github.com/panjf2000/ants/v2.ReleaseTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "ants.go:138"},
		{Name: "github.com/panjf2000/ants/v2.ReleaseContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "ants.go:146"},
		{Name: "(*github.com/panjf2000/ants/v2.poolCommon).ReleaseTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "ants.go:417"},
		{Name: "(*github.com/panjf2000/ants/v2.poolCommon).ReleaseContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "ants.go:431"},
		{Name: "(*github.com/panjf2000/ants/v2.MultiPool).ReleaseTimeout", Does: Waits, Bound: []Bound{"arg:0"}, Source: "multipool.go:226"},
		{Name: "(*github.com/panjf2000/ants/v2.MultiPool).ReleaseContext", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "multipool.go:234"},
	},
	Knobs: []Knob{
		{Owner: "github.com/panjf2000/ants/v2", Form: Option, Name: "WithNonblocking", Stage: Acquire, Unit: "bool", Default: "false", Source: "options.go:100", Note: "true: a full pool is an error"},
		{Owner: "github.com/panjf2000/ants/v2", Form: Option, Name: "WithMaxBlockingTasks", Stage: Acquire, Unit: "count", Default: "0", Zero: Unlimited, Source: "options.go:93"},
		{Owner: "github.com/panjf2000/ants/v2", Form: Option, Name: "WithExpiryDuration", Stage: Idle, Default: "1s", Zero: Default, Negative: Refused, Source: "options.go:79"},
		{Owner: "github.com/panjf2000/ants/v2", Form: Option, Name: "NewPool", Stage: PoolStage, Unit: "count", Zero: Unlimited, Negative: Unlimited, Source: "pool.go:50"},
	},
	Exempt: []string{
		"(*github.com/panjf2000/ants/v2.poolCommon).Release",
	},
}

var pondPool = Library{
	Path:    "github.com/alitto/pond/v2",
	Module:  "github.com/alitto/pond/v2",
	Version: "v2.7.1",
	Note:    "A queue without a size takes everything; with one, Submit waits for room unless WithNonBlocking.",
	Calls: []Call{
		{Name: "(github.com/alitto/pond/v2.Pool).Submit", Does: Acquires, When: "option:github.com/alitto/pond/v2.WithQueueSize", Source: "pool.go:107"},
		{Name: "(github.com/alitto/pond/v2.Pool).Go", Does: Acquires, When: "option:github.com/alitto/pond/v2.WithQueueSize", Source: "pool.go:102"},
		{Name: "(github.com/alitto/pond/v2.ResultPool).Submit", Does: Acquires, When: "option:github.com/alitto/pond/v2.WithQueueSize", Source: "result.go:16"},
		{Name: "(github.com/alitto/pond/v2.Task).Wait", Does: Waits, Bound: []Bound{"builder:github.com/alitto/pond/v2.WithContext"}, Source: "future.go:10"},
		{Name: "(github.com/alitto/pond/v2.ResultTask).Wait", Does: Waits, Bound: []Bound{"builder:github.com/alitto/pond/v2.WithContext"}, Source: "future.go:20"},
		{Name: "(github.com/alitto/pond/v2.TaskGroup).Wait", Does: Waits, Bound: []Bound{"builder:(github.com/alitto/pond/v2.Pool).NewGroupContext"}, Source: "group.go:30"},
		{Name: "(github.com/alitto/pond/v2.ResultTaskGroup).Wait", Does: Waits, Bound: []Bound{"builder:(github.com/alitto/pond/v2.ResultPool).NewGroupContext"}, Source: "group.go:61"},
		{Name: "(github.com/alitto/pond/v2.BasePool).StopAndWait", Does: Waits, Source: "pool.go:84"},
	},
	Knobs: []Knob{
		{Owner: "github.com/alitto/pond/v2", Form: Option, Name: "NewPool", Stage: PoolStage, Unit: "count", Zero: Unlimited, Negative: Refused, Source: "pool.go:603"},
		{Owner: "github.com/alitto/pond/v2", Form: Option, Name: "WithQueueSize", Stage: PoolStage, Unit: "count", Default: "unlimited", Zero: Unlimited, Negative: Refused, Source: "pooloptions.go:17"},
		{Owner: "github.com/alitto/pond/v2", Form: Option, Name: "WithNonBlocking", Stage: Acquire, Unit: "bool", Default: "false", Source: "pooloptions.go:25"},
	},
	Exempt: []string{
		"(github.com/alitto/pond/v2.Pool).TrySubmit",
		"(github.com/alitto/pond/v2.ResultPool).TrySubmit",
	},
}

var tunnyPool = Library{
	Path:    "github.com/Jeffail/tunny",
	Module:  "github.com/Jeffail/tunny",
	Version: "v0.1.4",
	Calls: []Call{
		{Name: "(*github.com/Jeffail/tunny.Pool).Process", Does: Waits, Instead: "ProcessCtx", Source: "tunny.go:153", Note: "waits for a worker and for its work"},
		{Name: "(*github.com/Jeffail/tunny.Pool).ProcessTimed", Does: Waits, Bound: []Bound{"arg:1"}, Source: "tunny.go:176"},
		{Name: "(*github.com/Jeffail/tunny.Pool).ProcessCtx", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "tunny.go:222"},
		{Name: "(*github.com/Jeffail/tunny.Pool).Close", Does: Waits, Source: "tunny.go:304"},
	},
}

var workerPool = Library{
	Path:    "github.com/gammazero/workerpool",
	Module:  "github.com/gammazero/workerpool",
	Version: "v1.3.0",
	Note:    "The queue has no size: Submit never waits.",
	Calls: []Call{
		{Name: "(*github.com/gammazero/workerpool.WorkerPool).SubmitWait", Does: Waits, Source: "workerpool.go:177"},
		{Name: "(*github.com/gammazero/workerpool.WorkerPool).DoWait", Does: Waits, Source: "workerpool.go:139"},
		{Name: "(*github.com/gammazero/workerpool.WorkerPool).Stop", Does: Waits, Source: "workerpool.go:77", Note: "the tasks that run are waited for"},
		{Name: "(*github.com/gammazero/workerpool.WorkerPool).StopWait", Does: Waits, Source: "workerpool.go:84", Note: "the queued tasks too"},
		{Name: "(*github.com/gammazero/workerpool.WorkerPool).Pause", Does: Waits, Source: "workerpool.go:200"},
	},
	Knobs: []Knob{
		{Owner: "github.com/gammazero/workerpool", Form: Option, Name: "WithIdleTimeout", Stage: Idle, Default: "2s", Zero: Default, Negative: Disabled, Source: "options.go:21"},
	},
	Exempt: []string{
		"(*github.com/gammazero/workerpool.WorkerPool).Submit",
		"(*github.com/gammazero/workerpool.WorkerPool).Do",
	},
}

var concGroup = Library{
	Path:    "github.com/sourcegraph/conc",
	Module:  "github.com/sourcegraph/conc",
	Version: "v0.3.0",
	Calls: []Call{
		{Name: "(*github.com/sourcegraph/conc.WaitGroup).Wait", Does: Waits, Source: "waitgroup.go:38"},
		{Name: "(*github.com/sourcegraph/conc.WaitGroup).WaitAndRecover", Does: Waits, Source: "waitgroup.go:47"},
	},
}

var concPool = Library{
	Path:    "github.com/sourcegraph/conc/pool",
	Module:  "github.com/sourcegraph/conc",
	Version: "v0.3.0",
	Calls: []Call{
		{Name: "(*github.com/sourcegraph/conc/pool.Pool).Go", Does: Acquires, When: "setter:(*github.com/sourcegraph/conc/pool.Pool).WithMaxGoroutines", Source: "pool/pool.go:39"},
		{Name: "(*github.com/sourcegraph/conc/pool.ContextPool).Go", Does: Acquires, When: "setter:(*github.com/sourcegraph/conc/pool.ContextPool).WithMaxGoroutines", Source: "pool/context_pool.go:24"},
		{Name: "(*github.com/sourcegraph/conc/pool.ResultPool).Go", Does: Acquires, When: "setter:(*github.com/sourcegraph/conc/pool.ResultPool).WithMaxGoroutines", Source: "pool/result_pool.go:32"},
		{Name: "(*github.com/sourcegraph/conc/pool.ResultContextPool).Go", Does: Acquires, When: "setter:(*github.com/sourcegraph/conc/pool.ResultContextPool).WithMaxGoroutines", Source: "pool/result_context_pool.go:22"},
		{Name: "(*github.com/sourcegraph/conc/pool.Pool).Wait", Does: Waits, Source: "pool/pool.go:74"},
		{Name: "(*github.com/sourcegraph/conc/pool.ContextPool).Wait", Does: Waits, Source: "pool/context_pool.go:54"},
		{Name: "(*github.com/sourcegraph/conc/pool.ResultPool).Wait", Does: Waits, Source: "pool/result_pool.go:40"},
		{Name: "(*github.com/sourcegraph/conc/pool.ResultContextPool).Wait", Does: Waits, Source: "pool/result_context_pool.go:34"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/sourcegraph/conc/pool.Pool)", Form: Method, Name: "WithMaxGoroutines", Stage: PoolStage, Unit: "count", Default: "unlimited", Zero: Refused, Negative: Refused, Source: "pool/pool.go:89"},
		{Owner: "(*github.com/sourcegraph/conc/pool.ContextPool)", Form: Method, Name: "WithMaxGoroutines", Stage: PoolStage, Unit: "count", Default: "unlimited", Zero: Refused, Negative: Refused, Source: "pool/context_pool.go:86"},
	},
}

var uberRateLimit = Library{
	Path:    "go.uber.org/ratelimit",
	Module:  "go.uber.org/ratelimit",
	Version: "v0.3.1",
	Calls: []Call{
		{Name: "(go.uber.org/ratelimit.Limiter).Take", Does: Sleeps, Bound: []Bound{"option:go.uber.org/ratelimit.New"}, Source: "ratelimit.go:37", Note: "no context ends it"},
	},
	Knobs: []Knob{
		{Owner: "go.uber.org/ratelimit", Form: Option, Name: "New", Stage: PoolStage, Unit: "count", Source: "ratelimit.go:56", Note: "a second, or the time that Per says"},
	},
}

var cronV3 = Library{
	Path:    "github.com/robfig/cron/v3",
	Module:  "github.com/robfig/cron/v3",
	Version: "v3.0.1",
	Calls: []Call{
		{Name: "(*github.com/robfig/cron/v3.Cron).Run", Does: Serves, Source: "cron.go:226"},
	},
	Exempt: []string{
		"(*github.com/robfig/cron/v3.Cron).Start",
		"(*github.com/robfig/cron/v3.Cron).Stop",
	},
}

var asynqQueue = Library{
	Path:    "github.com/hibiken/asynq",
	Module:  "github.com/hibiken/asynq",
	Version: "v0.26.0",
	Note:    "A task has 30m unless Timeout or Deadline says otherwise, and 25 retries.",
	Calls: []Call{
		{Name: "(*github.com/hibiken/asynq.Client).Enqueue", Does: Writes, Instead: "EnqueueContext", Source: "client.go:339"},
		{Name: "(*github.com/hibiken/asynq.Client).EnqueueContext", Does: Writes, Bound: []Bound{"ctx:0", "field:github.com/hibiken/asynq.RedisClientOpt.ReadTimeout"}, Source: "client.go:355"},
		{Name: "(*github.com/hibiken/asynq.Server).Run", Does: Serves, Source: "server.go:663"},
		{Name: "(*github.com/hibiken/asynq.Scheduler).Run", Does: Serves, Source: "scheduler.go:248"},
		{Name: "(*github.com/hibiken/asynq.Server).Shutdown", Does: Waits, Bound: []Bound{"field:github.com/hibiken/asynq.Config.ShutdownTimeout"}, Source: "server.go:724"},
	},
	Knobs: []Knob{
		{Owner: "github.com/hibiken/asynq", Form: Option, Name: "Timeout", Stage: Total, Default: "30m", Zero: Infinite, Source: "client.go:132", Note: "of one run of a task"},
		{Owner: "github.com/hibiken/asynq", Form: Option, Name: "Deadline", Stage: Total, Unit: "time", Zero: Infinite, Source: "client.go:146"},
		{Owner: "github.com/hibiken/asynq.Config", Form: Field, Name: "ShutdownTimeout", Stage: Shutdown, Default: "8s", Zero: Default, Source: "server.go:202"},
		{Owner: "github.com/hibiken/asynq.RedisClientOpt", Form: Field, Name: "DialTimeout", Stage: Connect, Default: "5s", Zero: Default, Source: "asynq.go:290"},
		{Owner: "github.com/hibiken/asynq.RedisClientOpt", Form: Field, Name: "ReadTimeout", Stage: Read, Zero: Default, Negative: Infinite, Source: "asynq.go:298", Note: "-1 is no limit"},
		{Owner: "github.com/hibiken/asynq.RedisClientOpt", Form: Field, Name: "WriteTimeout", Stage: Write, Zero: Default, Negative: Infinite, Source: "asynq.go:306", Note: "-1 is no limit"},
	},
	Retries: []Retry{
		{Name: "github.com/hibiken/asynq.MaxRetry", Form: Option, Counts: ExtraTries, Default: "25", Zero: SingleTry, Negative: SingleTry, Jitter: Yes, Backoff: "polynomial", Ctx: NA, Source: "client.go:95"},
	},
}
