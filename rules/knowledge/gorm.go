package knowledge

// gorm: limits come by WithContext or by Config.
var gormDB = Library{
	Path:    "gorm.io/gorm",
	Module:  "gorm.io/gorm",
	Version: "v1.31.2",
	Note:    "The context comes by WithContext, else Background.",
	Calls: []Call{
		{Name: "gorm.io/gorm.Open", Does: Dials, Source: "gorm.go:138", Note: "pings, unless DisableAutomaticPing"},
		{Name: "(*gorm.io/gorm.DB).Create", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:19"},
		{Name: "(*gorm.io/gorm.DB).CreateInBatches", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:30"},
		{Name: "(*gorm.io/gorm.DB).Save", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:85"},
		{Name: "(*gorm.io/gorm.DB).First", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:130"},
		{Name: "(*gorm.io/gorm.DB).Take", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:145"},
		{Name: "(*gorm.io/gorm.DB).Last", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:158"},
		{Name: "(*gorm.io/gorm.DB).Find", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:174"},
		{Name: "(*gorm.io/gorm.DB).FindInBatches", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:186"},
		{Name: "(*gorm.io/gorm.DB).FirstOrCreate", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:358"},
		{Name: "(*gorm.io/gorm.DB).FirstOrInit", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:319"},
		{Name: "(*gorm.io/gorm.DB).Update", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:413"},
		{Name: "(*gorm.io/gorm.DB).Updates", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:420"},
		{Name: "(*gorm.io/gorm.DB).UpdateColumn", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:426"},
		{Name: "(*gorm.io/gorm.DB).Delete", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:443"},
		{Name: "(*gorm.io/gorm.DB).Count", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:454"},
		{Name: "(*gorm.io/gorm.DB).Row", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext"}, Source: "finisher_api.go:516"},
		{Name: "(*gorm.io/gorm.DB).Rows", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext"}, Source: "finisher_api.go:526"},
		{Name: "(*gorm.io/gorm.DB).Scan", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:537"},
		{Name: "(*gorm.io/gorm.DB).Pluck", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:571"},
		{Name: "(*gorm.io/gorm.DB).Exec", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultContextTimeout"}, Source: "finisher_api.go:784"},
		{Name: "(*gorm.io/gorm.DB).Transaction", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultTransactionTimeout"}, Source: "finisher_api.go:637"},
		{Name: "(*gorm.io/gorm.DB).Begin", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext", "field:gorm.io/gorm.Config.DefaultTransactionTimeout"}, Source: "finisher_api.go:680"},
		{Name: "(*gorm.io/gorm.DB).Commit", Does: Queries, Bound: []Bound{"setter:(*gorm.io/gorm.DB).WithContext"}, Source: "finisher_api.go:716"},
	},
	Knobs: []Knob{
		{Owner: "gorm.io/gorm.Config", Form: Field, Name: "DefaultContextTimeout", Stage: Total, Default: "0", Zero: Disabled, Negative: Disabled, Source: "callbacks.go:96", Note: "only where the context has no deadline"},
		{Owner: "gorm.io/gorm.Config", Form: Field, Name: "DefaultTransactionTimeout", Stage: Total, Default: "0", Zero: Disabled, Negative: Disabled, Source: "finisher_api.go:693"},
	},
}
