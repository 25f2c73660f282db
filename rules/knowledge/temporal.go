package knowledge

// Temporal: attempts are unlimited by default; timeouts belong to the options.
var temporalInternal = Library{
	Path:    "go.temporal.io/sdk/internal",
	Module:  "go.temporal.io/sdk",
	Version: "v1.51.0",
	Note:    "Where the public packages alias from: FullName spells this path.",
	Calls: []Call{
		{Name: "(go.temporal.io/sdk/internal.WorkflowRun).Get", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "internal/internal_workflow_client.go:153", Note: "a workflow may run for years"},
		{Name: "(go.temporal.io/sdk/internal.WorkflowRun).GetWithOptions", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "internal/internal_workflow_client.go:164"},
	},
	Knobs: []Knob{
		{Owner: "go.temporal.io/sdk/internal.ActivityOptions", Form: Field, Name: "StartToCloseTimeout", Stage: Total, Default: "ScheduleToCloseTimeout", Source: "internal/activity.go:57"},
		{Owner: "go.temporal.io/sdk/internal.ActivityOptions", Form: Field, Name: "ScheduleToCloseTimeout", Stage: Total, Default: "unlimited", Source: "internal/activity.go:55"},
		{Owner: "go.temporal.io/sdk/internal.ActivityOptions", Form: Field, Name: "HeartbeatTimeout", Stage: Keepalive, Default: "none", Source: "internal/activity.go:53", Note: "without one a dead worker is noticed by StartToCloseTimeout only"},
		{Owner: "go.temporal.io/sdk/internal.ConnectionOptions", Form: Field, Name: "KeepAliveTime", Stage: Keepalive, Default: "30s", Zero: Default, Source: "internal/grpc_dialer.go:61"},
		{Owner: "go.temporal.io/sdk/internal.ConnectionOptions", Form: Field, Name: "KeepAliveTimeout", Stage: Keepalive, Default: "15s", Zero: Default, Source: "internal/grpc_dialer.go:64"},
		{Owner: "go.temporal.io/sdk/internal.ConnectionOptions", Form: Field, Name: "GetSystemInfoTimeout", Stage: Total, Default: "5s", Zero: Default, Source: "internal/internal_workflow_client.go:59"},
		{Owner: "go.temporal.io/sdk/internal.ClientOptions", Form: Field, Name: "RPCTimeout", Stage: Total, Default: "10s", Zero: Default, Negative: Refused, Source: "internal/internal_utils.go:27"},
		{Owner: "go.temporal.io/sdk/internal.StartWorkflowOptions", Form: Field, Name: "WorkflowExecutionTimeout", Stage: Total, Default: "unlimited", Zero: Infinite, Source: "internal/client.go:1220"},
	},
	Retries: []Retry{
		{Name: "go.temporal.io/sdk/internal.RetryPolicy.MaximumAttempts", Form: Field, Counts: TotalTries, Default: "unlimited", Zero: Unlimited, Negative: OtherwiseM, Backoff: "exponential 1s x2 to 100s", Ctx: NA, Source: "internal/client.go:1418", Note: "0 never stops; below 0 is an error, and of a local activity never stops"},
	},
}

var temporalClient = Library{
	Path:    "go.temporal.io/sdk/client",
	Module:  "go.temporal.io/sdk",
	Version: "v1.51.0",
	Globs: []Glob{
		{Type: "(go.temporal.io/sdk/client.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client/client.go:1129"},
	},
}

var temporalWorker = Library{
	Path:    "go.temporal.io/sdk/worker",
	Module:  "go.temporal.io/sdk",
	Version: "v1.51.0",
	Calls: []Call{
		{Name: "(go.temporal.io/sdk/worker.Worker).Run", Does: Serves, Bound: []Bound{"chan"}, Source: "worker/worker.go:47"},
	},
	Exempt: []string{
		"(go.temporal.io/sdk/worker.Worker).Start",
	},
}

var temporalWorkflow = Library{
	Path:    "go.temporal.io/sdk/workflow",
	Module:  "go.temporal.io/sdk",
	Version: "v1.51.0",
	Note:    "Waits of a workflow are the server's, and meant to last.",
	Exempt: []string{
		"go.temporal.io/sdk/workflow.Sleep",
		"go.temporal.io/sdk/workflow.Await",
		"go.temporal.io/sdk/workflow.AwaitWithTimeout",
		"go.temporal.io/sdk/workflow.NewTimer",
	},
}
