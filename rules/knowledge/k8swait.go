package knowledge

// k8s.io/apimachinery: polling and backoff.
var k8sWait = Library{
	Path:    "k8s.io/apimachinery/pkg/util/wait",
	Module:  "k8s.io/apimachinery",
	Version: "v0.37.2",
	Note:    "A timeout of 0 is for ever in the Poll family and over at once in PollUntilContextTimeout. Reaching Backoff.Cap ends the tries.",
	Calls: []Call{
		{Name: "k8s.io/apimachinery/pkg/util/wait.Poll", Does: Waits, Bound: []Bound{"arg:1"}, Repeats: "arg:2", Only: Unfinished, Instead: "PollUntilContextTimeout", Source: "pkg/util/wait/poll.go:65", Note: "0 is no limit"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollImmediate", Does: Waits, Bound: []Bound{"arg:1"}, Repeats: "arg:2", Only: Unfinished, Instead: "PollUntilContextTimeout", Source: "pkg/util/wait/poll.go:156", Note: "0 is no limit"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollWithContext", Does: Waits, Bound: []Bound{"ctx:0", "arg:2"}, Repeats: "arg:3", Only: Unfinished, Source: "pkg/util/wait/poll.go:84"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollImmediateWithContext", Does: Waits, Bound: []Bound{"ctx:0", "arg:2"}, Repeats: "arg:3", Only: Unfinished, Source: "pkg/util/wait/poll.go:174"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollInfinite", Does: Waits, Repeats: "arg:1", Only: Unfinished, Instead: "PollUntilContextCancel", Source: "pkg/util/wait/poll.go:124"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollImmediateInfinite", Does: Waits, Repeats: "arg:1", Only: Unfinished, Instead: "PollUntilContextCancel", Source: "pkg/util/wait/poll.go:213"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollUntil", Does: Waits, Bound: []Bound{"chan"}, Repeats: "arg:1", Only: Unfinished, Instead: "PollUntilContextCancel", Source: "pkg/util/wait/poll.go:97"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout", Does: Waits, Bound: []Bound{"ctx:0", "arg:2"}, Repeats: "arg:4", Only: Unfinished, Source: "pkg/util/wait/poll.go:45", Note: "0 is over at once"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.PollUntilContextCancel", Does: Waits, Bound: []Bound{"ctx:0"}, Repeats: "arg:3", Only: Unfinished, Source: "pkg/util/wait/poll.go:32"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.ExponentialBackoff", Does: Waits, Bound: []Bound{"field:k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"}, Repeats: "arg:1", Only: Unfinished, Instead: "ExponentialBackoffWithContext", Source: "pkg/util/wait/backoff.go:475", Note: "the number of steps is the only limit"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.ExponentialBackoffWithContext", Does: Waits, Bound: []Bound{"ctx:0", "field:k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"}, Repeats: "arg:2", Only: Unfinished, Source: "pkg/util/wait/backoff.go:493"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.Until", Does: Serves, Bound: []Bound{"chan"}, Instead: "UntilWithContext", Source: "pkg/util/wait/backoff.go:162"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.UntilWithContext", Does: Serves, Bound: []Bound{"ctx:0"}, Source: "pkg/util/wait/backoff.go:171"},
		{Name: "k8s.io/apimachinery/pkg/util/wait.Forever", Does: Serves, Source: "pkg/util/wait/wait.go:79"},
	},
	Knobs: []Knob{
		{Owner: "k8s.io/apimachinery/pkg/util/wait.Backoff", Form: Field, Name: "Cap", Stage: RetryTime, Default: "0", Zero: Unlimited, Negative: Unlimited, Source: "pkg/util/wait/backoff.go:111"},
		{Owner: "k8s.io/apimachinery/pkg/util/wait.Backoff", Form: Field, Name: "Factor", Stage: RetryTime, Unit: "ratio", Default: "0", Zero: Literal, Source: "pkg/util/wait/backoff.go:109", Note: "0: the delay does not grow"},
		{Owner: "k8s.io/apimachinery/pkg/util/wait", Form: Option, Name: "Jitter", Stage: RetryTime, Unit: "ratio", Zero: Default, Negative: Default, Arg: 1, Source: "pkg/util/wait/wait.go:94"},
	},
	Retries: []Retry{
		{Name: "k8s.io/apimachinery/pkg/util/wait.Backoff.Steps", Form: Field, Counts: TotalTries, Default: "0", Zero: NeverRuns, Negative: NeverRuns, Jitter: No, Backoff: "Duration x Factor up to Cap", Ctx: PerAt, Source: "pkg/util/wait/backoff.go:476", Note: "0: the function is not called; reaching Cap is the last step"},
	},
}
