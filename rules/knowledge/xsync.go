package knowledge

// golang.org/x/sync and x/time/rate: waits for other goroutines.
var xErrgroup = Library{
	Path:    "golang.org/x/sync/errgroup",
	Module:  "golang.org/x/sync",
	Version: "v0.25.0",
	Calls: []Call{
		{Name: "(*golang.org/x/sync/errgroup.Group).Wait", Does: Waits, Source: "errgroup/errgroup.go:55", Note: "waits for every goroutine, cancelled or not"},
		{Name: "(*golang.org/x/sync/errgroup.Group).Go", Does: Acquires, Source: "errgroup/errgroup.go:72", Note: "waits for a slot when SetLimit was called"},
	},
	Knobs: []Knob{
		{Owner: "(*golang.org/x/sync/errgroup.Group)", Form: Setter, Name: "SetLimit", Stage: PoolStage, Unit: "count", Default: "unlimited", Zero: Infinite, Negative: Unlimited, Source: "errgroup/errgroup.go:142", Note: "0: the next Go never returns"},
	},
	Flows: []Flow{
		{Name: "golang.org/x/sync/errgroup.WithContext", To: 1, Keeps: []string{"*"}, Source: "errgroup/errgroup.go:48"},
	},
	Exempt: []string{
		"(*golang.org/x/sync/errgroup.Group).TryGo",
	},
}

var xSemaphore = Library{
	Path:    "golang.org/x/sync/semaphore",
	Module:  "golang.org/x/sync",
	Version: "v0.25.0",
	Calls: []Call{
		{Name: "(*golang.org/x/sync/semaphore.Weighted).Acquire", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "semaphore/semaphore.go:41"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/sync/semaphore", Form: Option, Name: "NewWeighted", Stage: PoolStage, Unit: "count", Zero: Infinite, Negative: Infinite, Source: "semaphore/semaphore.go:22", Note: "0: every Acquire waits for its context"},
	},
	Exempt: []string{
		"(*golang.org/x/sync/semaphore.Weighted).TryAcquire",
		"(*golang.org/x/sync/semaphore.Weighted).Release",
	},
}

var xSingleflight = Library{
	Path:    "golang.org/x/sync/singleflight",
	Module:  "golang.org/x/sync",
	Version: "v0.25.0",
	Calls: []Call{
		{Name: "(*golang.org/x/sync/singleflight.Group).Do", Does: Waits, Instead: "DoChan", Source: "singleflight/singleflight.go:91", Note: "who joins waits for the first caller's function, whatever its own context says"},
	},
	Exempt: []string{
		"(*golang.org/x/sync/singleflight.Group).DoChan",
		"(*golang.org/x/sync/singleflight.Group).Forget",
	},
}

var xTimeRate = Library{
	Path:    "golang.org/x/time/rate",
	Module:  "golang.org/x/time",
	Version: "v0.16.0",
	Calls: []Call{
		{Name: "(*golang.org/x/time/rate.Limiter).Wait", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "rate/rate.go:233", Note: "refuses at once when the wait would outlast the deadline"},
		{Name: "(*golang.org/x/time/rate.Limiter).WaitN", Does: Acquires, Bound: []Bound{"ctx:0"}, Source: "rate/rate.go:241"},
	},
	Knobs: []Knob{
		{Owner: "golang.org/x/time/rate", Form: Option, Name: "NewLimiter", Stage: PoolStage, Unit: "rate", Zero: OtherwiseM, Arg: 0, Source: "rate/rate.go:100", Note: "rate 0 lets the burst through and nothing after"},
	},
	Exempt: []string{
		"(*golang.org/x/time/rate.Limiter).Allow",
		"(*golang.org/x/time/rate.Limiter).AllowN",
		"(*golang.org/x/time/rate.Limiter).Reserve",
		"(*golang.org/x/time/rate.Limiter).ReserveN",
		"golang.org/x/time/rate.Every",
	},
}
