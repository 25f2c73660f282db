package knowledge

// controller-runtime.
var ctrlClient = Library{
	Path:    "sigs.k8s.io/controller-runtime/pkg/client",
	Module:  "sigs.k8s.io/controller-runtime",
	Version: "v0.25.2",
	Calls: []Call{
		{Name: "(sigs.k8s.io/controller-runtime/pkg/client.Reader).Get", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "pkg/client/interfaces.go:56"},
		{Name: "(sigs.k8s.io/controller-runtime/pkg/client.Reader).List", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "pkg/client/interfaces.go:61"},
		{Name: "(sigs.k8s.io/controller-runtime/pkg/client.SubResourceWriter).Update", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "pkg/client/interfaces.go:154"},
		{Name: "(sigs.k8s.io/controller-runtime/pkg/client.SubResourceWriter).Patch", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "pkg/client/interfaces.go:159"},
	},
	Globs: []Glob{
		{Type: "(sigs.k8s.io/controller-runtime/pkg/client.Writer)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "pkg/client/interfaces.go:65"},
	},
}

var ctrlManager = Library{
	Path:    "sigs.k8s.io/controller-runtime/pkg/manager",
	Module:  "sigs.k8s.io/controller-runtime",
	Version: "v0.25.2",
	Calls: []Call{
		{Name: "(sigs.k8s.io/controller-runtime/pkg/manager.Manager).Start", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "pkg/manager/manager.go:90"},
	},
	Knobs: []Knob{
		{Owner: "sigs.k8s.io/controller-runtime/pkg/manager.Options", Form: Field, Name: "GracefulShutdownTimeout", Stage: Shutdown, Default: "30s", Zero: Immediate, Negative: Infinite, Source: "pkg/manager/internal.go:57"},
		{Owner: "sigs.k8s.io/controller-runtime/pkg/manager.Options", Form: Field, Name: "LeaseDuration", Stage: Lock, Default: "15s", Source: "pkg/manager/internal.go:54"},
		{Owner: "sigs.k8s.io/controller-runtime/pkg/manager.Options", Form: Field, Name: "RenewDeadline", Stage: Lock, Default: "10s", Source: "pkg/manager/internal.go:55"},
		{Owner: "sigs.k8s.io/controller-runtime/pkg/manager.Options", Form: Field, Name: "RetryPeriod", Stage: RetryTime, Default: "2s", Source: "pkg/manager/internal.go:56"},
	},
}

var ctrlController = Library{
	Path:    "sigs.k8s.io/controller-runtime/pkg/controller",
	Module:  "sigs.k8s.io/controller-runtime",
	Version: "v0.25.2",
	Knobs: []Knob{
		{Owner: "sigs.k8s.io/controller-runtime/pkg/controller.TypedOptions", Form: Field, Name: "CacheSyncTimeout", Stage: Total, Default: "2m", Zero: Default, Source: "pkg/controller/controller.go:268"},
		{Owner: "sigs.k8s.io/controller-runtime/pkg/controller.TypedOptions", Form: Field, Name: "ReconciliationTimeout", Stage: Total, Default: "0", Zero: Disabled, Source: "pkg/controller/controller.go:133", Note: "0: the context of Reconcile has no deadline"},
	},
}
