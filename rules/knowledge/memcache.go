package knowledge

// gomemcache.
var goMemcache = Library{
	Path:    "github.com/bradfitz/gomemcache/memcache",
	Module:  "github.com/bradfitz/gomemcache",
	Version: "v0.0.0-20260422231931-4d751bb6e37c",
	Note:    "Knows no context; 500ms by default.",
	Calls: []Call{
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).Get", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:335"},
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).Set", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:602"},
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).GetMulti", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:478"},
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).Add", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:612"},
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).Delete", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:740"},
		{Name: "(*github.com/bradfitz/gomemcache/memcache.Client).Increment", Does: Queries, Bound: []Bound{"field:github.com/bradfitz/gomemcache/memcache.Client.Timeout"}, Source: "memcache/memcache.go:792"},
	},
	Knobs: []Knob{
		{Owner: "github.com/bradfitz/gomemcache/memcache.Client", Form: Field, Name: "Timeout", Stage: Total, Default: "500ms", Zero: Default, Source: "memcache/memcache.go:69"},
		{Owner: "github.com/bradfitz/gomemcache/memcache.Client", Form: Field, Name: "MaxIdleConns", Stage: PoolStage, Unit: "count", Default: "2", Zero: Default, Negative: Default, Source: "memcache/memcache.go:73"},
	},
}
