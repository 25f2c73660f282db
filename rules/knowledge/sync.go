package knowledge

// sync: waits with no limit and no context.
var syncPkg = Library{
	Path:    "sync",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "(*sync.WaitGroup).Wait", Does: Waits, Source: "sync/waitgroup.go:160"},
		{Name: "(*sync.Cond).Wait", Does: Waits, Source: "sync/cond.go:67"},
		{Name: "(*sync.Once).Do", Does: Waits, Source: "sync/once.go:52", Note: "who comes second waits for the first"},
		{Name: "(*sync.Mutex).Lock", Does: Acquires, Source: "sync/mutex.go:45", Note: "matters when something is waited for under the lock"},
		{Name: "(*sync.RWMutex).Lock", Does: Acquires, Source: "sync/rwmutex.go:144"},
		{Name: "(*sync.RWMutex).RLock", Does: Acquires, Source: "sync/rwmutex.go:67"},
		{Name: "(sync.Locker).Lock", Does: Acquires, Source: "sync/mutex.go:38"},
	},
	Exempt: []string{
		"(*sync.Mutex).TryLock",
		"(*sync.RWMutex).TryLock",
		"(*sync.RWMutex).TryRLock",
		"(*sync.WaitGroup).Go",
	},
}
