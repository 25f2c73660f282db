// Package knowledge tells what calls and settings do to time.
//
// One file a library, one row a call, knob, retry setting or value flow, each
// read in the library's own source at the version the library row names. The
// package knows no Go code but these names: it does not know where they are
// used (passes/calls) or whether that is wrong (analyzers). It imports the
// standard library only.
//
// # Names
//
// A call is named as (*types.Func).FullName prints the origin of the declared
// method, without type parameters: "net/http.Get", "(*net/http.Client).Do". A
// field is named "path.Type.Field" ("net/http.Client.Timeout"), a nested one
// with dots ("….Config.Net.DialTimeout"). A functional option or setter is
// named as the call it is. What goes by text (a DSN parameter, a JSON key) is
// named by that text.
//
// # Versions
//
// A row holds from Since up to, not including, Until; rows of one name have
// ranges that do not meet (Table.At). Its Source is at the version of the
// library row, or with Until at the last version that it speaks of.
//
// A library speaks of its path at every major version ("/v2", ".v3", none) for
// which there is no library: the nearest below does, or else above. Rows that
// are used so say it (From), and what rests on them is proved less well.
//
// # Users
//
// The same structs decode from the "knowledge" section of the configuration
// file; a user's row replaces the built-in row of the same name (Table.With).
package knowledge

// Library is everything known of one import path.
type Library struct {
	Path     string   `yaml:"path"`              // import path
	Module   string   `yaml:"module,omitempty"`  // module path, "std" for the standard library
	Version  string   `yaml:"version,omitempty"` // version the rows were read at
	Note     string   `yaml:"note,omitempty"`    // what surprises, for the library's page
	Calls    []Call   `yaml:"calls,omitempty"`
	Globs    []Glob   `yaml:"globs,omitempty"`
	Knobs    []Knob   `yaml:"knobs,omitempty"`
	Retries  []Retry  `yaml:"retries,omitempty"`
	Flows    []Flow   `yaml:"flows,omitempty"`
	Policies []Policy `yaml:"policies,omitempty"`
	Exempt   []string `yaml:"exempt,omitempty"` // calls that look as if they block and do not

	SameAs string `yaml:"same-as,omitempty" json:"sameAs,omitempty"` // the path of a library of which this one is a fork: its rows speak of Path and of what is below it, too
	From   string `yaml:"-"`                                         // the path whose rows these are, where it is another: another major version, or what a fork is the same as
}

// Effect is what a call does while its caller waits.
type Effect string

// The effects. A call that only configures has no Call row.
const (
	Dials    Effect = "dial"    // opens a connection
	Requests Effect = "request" // sends and waits for the answer
	Queries  Effect = "query"   // a request to a database
	Receives Effect = "receive" // reads what the other side sends, or waits for a message
	Writes   Effect = "write"   // writes to the other side, or publishes
	Waits    Effect = "wait"    // waits for other work of this process, or retries a function
	Acquires Effect = "acquire" // waits for a slot, a lock, a token, a pooled connection
	Runs     Effect = "exec"    // runs a command to its end
	Serves   Effect = "serve"   // accepts and serves until told to stop
	Streams  Effect = "stream"  // opens a stream, watch or subscription that is meant to last, or waits for its next message
	Sleeps   Effect = "sleep"   // lets time pass
	Closes   Effect = "close"   // flushes or closes, and may wait for it
	Builds   Effect = "build"   // does not wait: makes a request or command that runs without a context; Instead takes one
)

// Lifecycle reports whether the call is meant to last as long as the program
// or the subscription: it needs a way to be cancelled, not a deadline.
func (e Effect) Lifecycle() bool { return e == Serves || e == Streams }

// Call says what one function or method does to time.
type Call struct {
	Name    string  `yaml:"call"`              // types.Func.FullName of the origin
	Does    Effect  `yaml:"does"`              // while the caller waits
	Bound   []Bound `yaml:"bound,omitempty"`   // any one of these ends the wait (Serves: cuts off a slow peer); none listed: nothing does
	Needs   Bound   `yaml:"needs,omitempty"`   // the knob without which the context does not end the wait
	When    Bound   `yaml:"when,omitempty"`    // the knob without which the call does not wait
	Repeats Bound   `yaml:"repeats,omitempty"` // "arg:N": the function argument that is called until it succeeds
	Policy  Bound   `yaml:"policy,omitempty"`  // whose policy says how often and how fast: "arg:N", "recv", or "self" where the Policy of this name does
	Only    Pick    `yaml:"only,omitempty"`    // what of the function's failures is repeated; empty: any error
	Message bool    `yaml:"message,omitempty"` // hands over a message and waits until the broker confirms it: twice is two messages
	Paced   bool    `yaml:"paced,omitempty"`   // lets time pass by itself before it gives the same error again
	Instead string  `yaml:"instead,omitempty"` // the variant to call, by its FullName or, in the same type or package, its bare name
	Since   string  `yaml:"since,omitempty"`   // first module version with this row, empty: all read
	Until   string  `yaml:"until,omitempty"`   // first version without it
	Source  string  `yaml:"source,omitempty"`  // file:line in the module, or under the toolchain's src
	Note    string  `yaml:"note,omitempty"`
	From    string  `yaml:"-"` // the library's path at the major version that the row was read at, where this is another
}

// Pick says which failures a helper repeats by itself.
type Pick string

// The picks. A helper that is given a predicate, or a mark for errors that are
// not to be repeated, has none: it repeats any error that these do not exclude.
const (
	Conflicts  Pick = "conflict"   // somebody else was quicker, and nothing was written
	Unfinished Pick = "unfinished" // the function says false and returns no error
	Marked     Pick = "marked"     // errors that the function has wrapped for it
	Coded      Pick = "code"       // errors that it is told are safe: by their code, or because the operation is
)

// Glob is one row for all exported methods of a type that share a shape.
type Glob struct {
	Type   string   `yaml:"type"`             // "(*path.T)" or "(path.T)"
	Shape  Shape    `yaml:"shape"`            // which of its methods
	Except []string `yaml:"except,omitempty"` // method names left out; "BL*" leaves out a prefix
	Does   Effect   `yaml:"does"`
	Bound  []Bound  `yaml:"bound,omitempty"`
	Needs  Bound    `yaml:"needs,omitempty"`
	Since  string   `yaml:"since,omitempty"`
	Until  string   `yaml:"until,omitempty"`
	Source string   `yaml:"source,omitempty"`
	Note   string   `yaml:"note,omitempty"`
	From   string   `yaml:"-"` // as of a Call
}

// Shape selects methods by signature.
type Shape string

// The shapes a Glob can ask for.
const (
	CtxFirst Shape = "ctx-first" // first parameter is a context.Context
	AnyShape Shape = "any"       // every exported method
	ErrLast  Shape = "err-last"  // last result is an error
)

// Meaning is what a setting of zero, or a negative one, stands for.
type Meaning string

// The meanings. An empty Meaning was not read and must never be assumed.
const (
	Infinite   Meaning = "infinite"   // waits for ever
	Unlimited  Meaning = "unlimited"  // no limit of number
	Default    Meaning = "default"    // the library's default applies
	Disabled   Meaning = "disabled"   // the feature is off
	Immediate  Meaning = "immediate"  // expires at once, or does not wait
	Refused    Meaning = "error"      // an error or a panic
	Inherited  Meaning = "inherit"    // another knob's value applies
	Literal    Meaning = "literal"    // taken as it is
	SingleTry  Meaning = "single-try" // one attempt and no retry
	NeverRuns  Meaning = "never-runs" // the function is not even tried once
	Minimum    Meaning = "min"        // raised to the library's minimum
	NoMeaning  Meaning = "n/a"        // cannot be set so
	NoneAtAll  Meaning = "none"       // none is kept
	OtherwiseM Meaning = "other"      // see the note
)

// Stage is the part of a call that a knob bounds.
type Stage string

// The stages, roughly in the order in which a call meets them.
const (
	Total     Stage = "total"     // the whole call, body included
	Attempt   Stage = "attempt"   // one try of several
	Connect   Stage = "connect"   // name lookup and connection
	TLS       Stage = "tls"       // the handshake
	Header    Stage = "header"    // until the answer's head
	Read      Stage = "read"      // one read, or the reading
	Write     Stage = "write"     // one write, or the writing
	Idle      Stage = "idle"      // an unused connection
	Keepalive Stage = "keepalive" // until a dead peer is noticed
	Acquire   Stage = "acquire"   // waiting for a free slot
	PoolStage Stage = "pool"      // how many slots there are
	Lock      Stage = "lock"      // a lock's or lease's time
	Open      Stage = "open"      // how long a breaker stays open, or looks back
	Lifetime  Stage = "lifetime"  // how long a thing is kept
	Poll      Stage = "poll"      // one long poll
	Shutdown  Stage = "shutdown"  // leaving
	RetryTime Stage = "retry"     // all attempts, or the delay between them
	Handling  Stage = "handler"   // a server's handler: its context, or the client's patience with it
	Limit     Stage = "limit"     // a number or size, not a time
)

// Form is how a knob is set.
type Form string

// The forms of a knob.
const (
	Field    Form = "field"  // a struct field
	Setter   Form = "setter" // a method
	Option   Form = "func"   // a functional option or a package function
	Method   Form = "method" // a builder's method
	DSN      Form = "dsn"    // a parameter of a connection string
	Env      Form = "env"    // an environment variable
	Key      Form = "key"    // a key of a JSON or YAML document
	Variable Form = "var"    // a package variable
	TypeForm Form = "type"   // the type itself
)

// Knob says what one setting bounds and what its special values mean.
//
// A Unit is empty for a time.Duration; "time" for a time.Time; "s", "ms" or "us"
// for a number of those; "text" for a Go duration as text, "s|text" for either;
// "count", "bytes", "rate", "ratio" or "bool"; "json", "func"; "switch" where the
// call itself is the setting; else the Go type of a
// value that has limits of its own ("*net/http.Client"). A Default is a Go
// duration, a number, the name of the knob it is taken from, or a few words.
type Knob struct {
	Owner    string  `yaml:"owner"` // type ("net/http.Client"), receiver ("(*net/http.ResponseController)") or package path
	Form     Form    `yaml:"form"`
	Name     string  `yaml:"knob"`               // field, method, function or parameter name
	Stage    Stage   `yaml:"stage"`              //
	Unit     string  `yaml:"unit,omitempty"`     // "duration" unless said otherwise
	Default  string  `yaml:"default,omitempty"`  // in force when it is left alone
	Zero     Meaning `yaml:"zero,omitempty"`     // set to 0 (for a field: also left alone)
	Negative Meaning `yaml:"negative,omitempty"` // set below 0
	Arg      int     `yaml:"arg,omitempty"`      // which argument of a function or method carries the value
	Since    string  `yaml:"since,omitempty"`
	Until    string  `yaml:"until,omitempty"`
	Source   string  `yaml:"source,omitempty"`
	Note     string  `yaml:"note,omitempty"`
}

// FullName is the knob's name in a Bound: "path.Type.Field" for a field,
// the FullName of the function or method otherwise, the text for DSN and env.
func (k Knob) FullName() string {
	switch k.Form {
	case DSN, Env, Key:
		return k.Name
	}
	if k.Owner == "" {
		return k.Name
	}
	return k.Owner + "." + k.Name
}

// Counting says what the number in a retry setting counts.
type Counting string

// The ways libraries count.
const (
	TotalTries Counting = "total"     // N includes the first call
	ExtraTries Counting = "retries"   // N+1 calls
	NoCount    Counting = "unlimited" // as many as it takes
	ByTime     Counting = "time"      // until a time has passed
	Switch     Counting = "switch"    // on or off
	FixedCount Counting = "fixed"     // built in
	OtherCount Counting = "other"     // see the note
)

// Tristate is yes, no, or on request.
type Tristate string

// The values of a Tristate; empty was not read.
const (
	Yes   Tristate = "yes"
	No    Tristate = "no"
	OptIn Tristate = "opt-in"
	PerAt Tristate = "per"
	NA    Tristate = "n/a"
)

// Retry says how a library counts and spaces its attempts.
type Retry struct {
	Name     string   `yaml:"retry"` // FullName, or field name, or text (JSON key)
	Form     Form     `yaml:"form,omitempty"`
	Counts   Counting `yaml:"counts"`
	Arg      int      `yaml:"arg,omitempty"`      // argument with the number
	Default  string   `yaml:"default,omitempty"`  // attempts when left alone, as the library counts
	Zero     Meaning  `yaml:"zero,omitempty"`     // number 0
	One      Meaning  `yaml:"one,omitempty"`      // number 1, where it is not what Counts says
	Negative Meaning  `yaml:"negative,omitempty"` // number below 0
	Jitter   Tristate `yaml:"jitter,omitempty"`   // by default
	Backoff  string   `yaml:"backoff,omitempty"`  // by default
	Ctx      Tristate `yaml:"ctx,omitempty"`      // does the wait end with the context
	Since    string   `yaml:"since,omitempty"`
	Until    string   `yaml:"until,omitempty"`
	Source   string   `yaml:"source,omitempty"`
	Note     string   `yaml:"note,omitempty"`
	From     string   `yaml:"-"` // as of a Call
}

// Flow says what a function keeps or drops of the limits of its argument, or
// which limits a constructor's result or a package variable has from the start.
type Flow struct {
	Name  string   `yaml:"flow"`            // FullName of the function, or name of a package variable
	From  int      `yaml:"from"`            // argument, 0-based without the receiver; Receiver for the receiver
	To    int      `yaml:"to"`              // result
	Keeps []string `yaml:"keeps,omitempty"` // field names, "*" for every limit; "ctx", "deadline", "cancel", "value" of a context or connection
	Drops []string `yaml:"drops,omitempty"` // field names that do not arrive
	Sets  []Preset `yaml:"sets,omitempty"`  // limits the result has without being told
	// Through is a field of the source that the result works with: what limits
	// that limits the result, whatever Sets says of it.
	Through string `yaml:"through,omitempty"`
	Since   string `yaml:"since,omitempty"`
	Until   string `yaml:"until,omitempty"`
	Source  string `yaml:"source,omitempty"`
	Note    string `yaml:"note,omitempty"`
}

// Receiver and NoSource are the special values of Flow.From.
const (
	Receiver = -1 // the method's receiver
	NoSource = -2 // the result depends on no argument: only Sets speaks
)

// Preset is a limit that a constructor gives.
type Preset struct {
	Field string `yaml:"field"` // path of fields from the result: "Timeout", "Transport.DialContext"
	Value string `yaml:"value"` // a Go duration, or "0" for a limit known to be absent
}
