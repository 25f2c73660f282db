package knowledge

// time: what sleeps, and what a period of 0 does.
var timePkg = Library{
	Path:    "time",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "time.Sleep", Does: Sleeps, Bound: []Bound{"arg:0"}, Source: "time/sleep.go:14", Note: "no context ends it"},
	},
	Knobs: []Knob{
		{Owner: "time", Form: Option, Name: "NewTicker", Stage: Poll, Zero: Refused, Negative: Refused, Source: "time/tick.go:36", Note: "panics"},
		{Owner: "(*time.Ticker)", Form: Method, Name: "Reset", Stage: Poll, Zero: Refused, Negative: Refused, Source: "time/tick.go:65", Note: "panics"},
		{Owner: "time", Form: Option, Name: "Tick", Stage: Poll, Zero: Disabled, Negative: Disabled, Source: "time/tick.go:86", Note: "a nil channel: receiving from it waits for ever"},
		{Owner: "time", Form: Option, Name: "After", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "time/sleep.go:202"},
		{Owner: "time", Form: Option, Name: "AfterFunc", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "time/sleep.go:210"},
		{Owner: "time", Form: Option, Name: "NewTimer", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "time/sleep.go:143"},
		{Owner: "(*time.Timer)", Form: Method, Name: "Reset", Stage: Total, Zero: Immediate, Negative: Immediate, Source: "time/sleep.go:171"},
	},
	Exempt: []string{
		"time.After",
		"time.AfterFunc",
		"time.NewTimer",
		"time.NewTicker",
		"time.Tick",
	},
}
