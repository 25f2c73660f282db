package knowledge

// context: a timeout of 0 has expired already; it never means "none".
var contextPkg = Library{
	Path:    "context",
	Module:  "std",
	Version: "go1.26.8",
	Knobs: []Knob{
		{Owner: "context", Form: Option, Name: "WithTimeout", Stage: Total, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "context/context.go:703"},
		{Owner: "context", Form: Option, Name: "WithTimeoutCause", Stage: Total, Zero: Immediate, Negative: Immediate, Arg: 1, Source: "context/context.go:710"},
		{Owner: "context", Form: Option, Name: "WithDeadline", Stage: Total, Unit: "time", Zero: Immediate, Arg: 1, Source: "context/context.go:625"},
		{Owner: "context", Form: Option, Name: "WithDeadlineCause", Stage: Total, Unit: "time", Zero: Immediate, Arg: 1, Source: "context/context.go:632"},
	},
	Flows: []Flow{
		{Name: "context.WithTimeout", Keeps: []string{"*"}, Source: "context/context.go:703"},
		{Name: "context.WithTimeoutCause", Keeps: []string{"*"}, Source: "context/context.go:710"},
		{Name: "context.WithDeadline", Keeps: []string{"*"}, Source: "context/context.go:625"},
		{Name: "context.WithDeadlineCause", Keeps: []string{"*"}, Source: "context/context.go:632"},
		{Name: "context.WithCancel", Keeps: []string{"*"}, Source: "context/context.go:240"},
		{Name: "context.WithCancelCause", Keeps: []string{"*"}, Source: "context/context.go:268"},
		{Name: "context.WithValue", Keeps: []string{"*"}, Source: "context/context.go:727"},
		{Name: "context.WithoutCancel", Keeps: []string{"value"}, Drops: []string{"deadline", "cancel"}, Source: "context/context.go:585"},
		{Name: "context.Background", From: NoSource, Sets: []Preset{{Field: "deadline", Value: "0"}}, Source: "context/context.go:215"},
		{Name: "context.TODO", From: NoSource, Sets: []Preset{{Field: "deadline", Value: "0"}}, Source: "context/context.go:223"},
	},
	Exempt: []string{
		"context.AfterFunc",
		"context.Cause",
	},
}
