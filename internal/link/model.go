// Package link joins what is known of single functions (passes/waits) into what
// is known of a module: for each entry its budget, the calls that are made for
// it, how long they may take, how often a dependency is called, and where the
// budget breaks.
//
// It knows summaries and no code: interface calls are resolved among the
// implementations of the module, servers are joined to their handlers. It does
// not know how a report looks (internal/report).
package link

import (
	"time"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Report is the deadline tree of a module, or of several. It is plain data: it
// can be written as JSON and read back, and two reports of the same code are
// equal. Durations are nanoseconds in JSON.
type Report struct {
	Module       string       `json:"module"`
	Entries      []Entry      `json:"entries"`      // by kind, then name, then place
	Dependencies []Dependency `json:"dependencies"` // by name
	Graph        []Edge       `json:"graph"`        // by from, to, place
	Unknown      []Unknown    `json:"unknown"`      // by what, most often first
	Unmet        []Unmet      `json:"-"`            // what was said of the code besides it, and is not so
}

// Unmet is something that was said of entries or callers that are nowhere.
type Unmet struct {
	Said tree.Place
	Text string
}

// Front is what repeats a request on its way: an ingress, a mesh.
type Front struct {
	Attempts int   `json:"attempts"` // of each request, the first included; above 1
	Place    Place `json:"place"`    // where it is said
}

// Place is where something is written.
type Place struct {
	File   string `json:"file,omitempty"` // relative to the directory of the run, with slashes; empty: nowhere
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Kind says on whose behalf an entry runs.
type Kind string

// The kinds of entry.
const (
	Handler  Kind = "handler"  // answers an HTTP request
	RPC      Kind = "rpc"      // answers a remote call
	Consumer Kind = "consumer" // takes messages
	Cron     Kind = "cron"     // runs on a schedule
	Command  Kind = "command"  // a person waits for it
	Startup  Kind = "startup"  // before the program serves
)

// Entry is a function that the world outside calls.
type Entry struct {
	Name     string   `json:"name"`             // "GET /orders", "pricing.Pricing/Quote", "orders.created"
	Kind     Kind     `json:"kind"`             //
	Function string   `json:"function"`         // that runs: "front.Handler.PlaceOrder"
	Place    Place    `json:"place"`            // of the registration; of the function where there is none
	Use      Bound    `json:"use"`              // after this nobody wants the answer any more
	Cancel   Bound    `json:"cancel"`           // after this the entry's context has ended, so that clipped waits end too
	Calls    []Call   `json:"calls"`            // in the order of the code, inlined: calls of this module are steps of Call.Path
	Own      Wait     `json:"own"`              // waits that do not end with the entry's context
	Governed Wait     `json:"governed"`         // waits that do, before Cancel clips them: ceilings, they may add up to more
	Worst    Wait     `json:"worst"`            // Own + min(Cancel, Governed)
	Breaks   []Break  `json:"breaks"`           // where the budget does not hold; by place
	Front    *Front   `json:"front,omitempty"`  // what may send the same request again; Calls are those of one
	Beside   []Beside `json:"beside,omitempty"` // what files beside the code say of it, the shortest first
	Routes   int      `json:"routes,omitempty"` // seen that share Function, there may be more: which way of it belongs to which was not looked at; 0 is 1
}

// Budget is the shorter of Use and Cancel; ok is false where neither is known.
func (e Entry) Budget() (b Bound, ok bool) {
	switch {
	case e.Use.Kind == Bounded && (e.Cancel.Kind != Bounded || e.Use.D <= e.Cancel.D):
		return e.Use, true
	case e.Cancel.Kind == Bounded:
		return e.Cancel, true
	}
	return Bound{}, false
}

// BoundKind says what is known of a limit.
type BoundKind string

// The kinds of bound. The zero value is none of them and means that the
// question does not arise: a UDP write has no connect bound.
const (
	Bounded   BoundKind = "bounded"   // D
	Unbounded BoundKind = "none"      // nothing ends it, and that is certain
	Unseen    BoundKind = "unknown"   // it could not be seen
	Inherited BoundKind = "inherited" // the entry's context ends it
)

// Bound is one limit of time and where it comes from.
type Bound struct {
	Kind  BoundKind     `json:"kind,omitempty"`
	D     time.Duration `json:"d,omitempty"`    // where Kind is bounded; above 0
	From  string        `json:"from,omitempty"` // "http.Client.Timeout", "context.WithTimeout", "http.Server.WriteTimeout", "timeoutlint.yml"; of an unknown, why
	Place Place         `json:"place,omitzero"` // of the value
}

// Wait is how long something may take at most. Lo is what the code certainly
// permits (constants only, unknown adds nothing); Hi is what it permits at most.
type Wait struct {
	Lo        time.Duration `json:"lo"`
	Hi        time.Duration `json:"hi"`                  // means something only if neither Unbounded nor Unknown
	Unbounded bool          `json:"unbounded,omitempty"` // some part of it never ends
	Unknown   []string      `json:"unknown,omitempty"`   // what could not be seen, sorted, each once
}

// Call is one call that leaves the process, made for an entry.
type Call struct {
	Dependency string `json:"dependency"` // Dependency.Name
	What       string `json:"what"`       // "http.Client.Do", "sql.DB.QueryContext", "time.Sleep"
	Place      Place  `json:"place"`
	Path       []Step `json:"path"`             // from the entry to the call, the function that makes it last
	Clipped    bool   `json:"clipped"`          // the entry's context ends it; otherwise the wait is its own
	Unseen     bool   `json:"unseen,omitempty"` // or it has a context, and which could not be seen

	Connect  Bound `json:"connect,omitzero"`
	Response Bound `json:"response,omitzero"`
	Pool     Bound `json:"pool,omitzero"`

	Attempts Count  `json:"attempts"`        // of this call site, the first included, library retries too
	Pause    Pause  `json:"pause,omitzero"`  // between Attempts
	Retry    bool   `json:"retry,omitempty"` // Attempts are made because one failed, not because there is more to do
	Total    Count  `json:"total"`           // multiplied along the path: calls for one run of the entry
	Front    *Front `json:"front,omitempty"` // what may send the call again on its way, within its Wait; Total has it, Attempts has not
	Wait     Wait   `json:"wait"`            // of all attempts of one pass through Path, before anything clips it
	All      Wait   `json:"all"`             // of Total: what it adds to the entry's Own or Governed

	Arithmetic string `json:"arithmetic,omitempty"` // "5 × 2s + 750ms = 10.75s"
	Idempotent Answer `json:"idempotent"`
	Why        string `json:"why,omitempty"`       // of Idempotent: "GET", "Idempotency-Key", "INSERT"
	Parallel   int    `json:"parallel,omitempty"`  // calls of one entry with the same number above 0 run at the same time
	Optional   bool   `json:"optional,omitempty"`  // only on some ways through the code
	Ways       int    `json:"ways,omitempty"`      // of the entry to this place, each a Call with a Total of its own; 0 is 1
	MayRepeat  bool   `json:"mayRepeat,omitempty"` // a loop is on the way of which it is not known whether it repeats what failed
	GivesUp    bool   `json:"givesUp,omitempty"`   // a timer that is the most that something in the program is waited for; no pause

	Calls []Call `json:"calls,omitempty"` // made by the entry of another service that this call reaches
}

// Answer is yes, no or unknown.
type Answer string

// The answers.
const (
	Yes   Answer = "yes"
	No    Answer = "no"
	Maybe Answer = "unknown"
)

// Count is a number of calls.
type Count struct {
	Lo    int  `json:"lo"`    // certainly permitted; at least 1
	Hi    int  `json:"hi"`    // means something only if Known
	Known bool `json:"known"` // false: nobody can tell, as for a loop over things

	// Endless: until it succeeds, with nothing in sight that limits it. Known
	// is false then.
	Endless bool `json:"endless,omitempty"`
}

// Step is one function on the way to a call.
type Step struct {
	Function string `json:"function"` // "orders.Service.Pay"
	Place    Place  `json:"place"`    // of the call that leads on, in Function
	Attempts Count  `json:"attempts"` // how often Function makes that call
	Pause    Pause  `json:"pause,omitzero"`
	Retry    bool   `json:"retry,omitempty"` // it makes the call again because it failed, not because there is more to do
	Among    int    `json:"among,omitempty"` // of an interface's method: the implementations that it may call, where which one is not known
}

// Pause is the wait between two attempts: before attempt n+1 it is
// Base × Factor^(n−1), and not more than Cap.
type Pause struct {
	Base   time.Duration `json:"base,omitempty"`   // 0: at once, or not known
	Factor float64       `json:"factor,omitempty"` // 0 is 1
	Cap    time.Duration `json:"cap,omitempty"`    // 0 is none
	Jitter float64       `json:"jitter,omitempty"` // 0: none; below 1: by that part to either side; 1: anything below the pause
}

// Dependency is something that is called and may not answer.
type Dependency struct {
	Name    string   `json:"name"` // as configured, else told from the code: "payments", "postgres"
	What    []string `json:"what"` // the calls that reach it, sorted
	Callers []string `json:"callers"`
	Place   Place    `json:"place"` // of the first call
}

// Edge is one step from which calls multiply: From calls To Attempts times for
// each time it is called itself.
type Edge struct {
	From     string `json:"from"` // an entry's name or a function
	To       string `json:"to"`   // a function or a dependency's name
	Place    Place  `json:"place"`
	Attempts Count  `json:"attempts"`
}

// Break is one place where a budget does not hold.
type Break struct {
	Rule       string `json:"rule"`
	Confidence string `json:"confidence"` // high, medium, low
	Message    string `json:"message"`    // as the finding says it, with its arithmetic
	Place      Place  `json:"place"`
	Path       []Step `json:"path,omitempty"`
}

// Unknown is something that could not be seen, and how often it mattered.
type Unknown struct {
	What  string `json:"what"` // "interface call orders.Pricer.Quote: no implementation in sight"
	Count int    `json:"count"`
}
