// Package tree is what a function does to time, without its syntax: the calls
// that may wait, in the order of the code, with the contexts, numbers and
// functions that decide how long; and the clock that runs over it.
//
// It knows sequences, alternatives, loops and deadlines, and that a deadline
// clips what runs under it. It does not know Go code (passes/waits makes the
// trees) nor what is too long (the rules and internal/link judge).
package tree

// Place is where something is written. The zero Place is nowhere.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Func is one function: a declared one, a method, or a literal.
type Func struct {
	Name    string     `json:"name"` // unique: as types.Func.FullName; a literal is its parent's name with $ and a number
	Short   string     `json:"short"`
	Place   Place      `json:"place"`
	Body    []Node     `json:"body,omitempty"`
	Returns []*FuncVal `json:"returns,omitempty"` // by result: the function it returns, if it does; nil otherwise
	Streams bool       `json:"streams,omitempty"` // answers bit by bit, or sets its own time to write
	Writes  bool       `json:"writes,omitempty"`  // may have begun the answer before it waits, or before it calls what may
	Lits    []*Func    `json:"lits,omitempty"`    // literals in it that the body or the returns name
	Client  *Given     `json:"client,omitempty"`  // it makes an HTTP client, whose Timeout is that
}

// Given is what a caller gives: an argument, or a field of it.
type Given struct {
	Param int    `json:"param,omitempty"`
	Field string `json:"field,omitempty"`
}

// Kind is what a node is.
type Kind string

// The kinds of node.
const (
	Seq      Kind = "seq"      // Kids one after the other
	Alt      Kind = "alt"      // one of Kids
	Loop     Kind = "loop"     // Kids[0] again and again; Kids[1+i] after exit i
	Par      Kind = "par"      // Kids at the same time, until the last is done
	Exit     Kind = "exit"     // leaves the loop that is Level loops out, by its exit N
	Sink     Kind = "sink"     // waits
	Deadline Kind = "deadline" // makes context N out of Ctx with the time Num
	Call     Kind = "call"     // calls one of Names, or Fn
	Aside    Kind = "aside"    // Kids beside the function, which waits for them, and for no longer than Num
	Unseen   Kind = "unseen"   // may wait, and nobody knows how long; Why
)

// FunctionValue is the Why of a call of a function value that could not be followed.
const FunctionValue = "a function value"

// Node is one step. Only the fields that its kind names are set.
type Node struct {
	Kind  Kind   `json:"kind"`
	Kids  []Node `json:"kids,omitempty"`
	Place Place  `json:"place,omitzero"`

	// Alt: with a Guard, Kids[0] is where it holds and Kids[1] where not. Free:
	// the outcome of a call chooses, so that every choice is possible; Heeds
	// are the contexts of that call; Main is 1 + the side on which all has gone
	// well, 0 where the test asks for something else.
	Guard *Guard `json:"guard,omitempty"`
	Free  bool   `json:"free,omitempty"`
	Heeds []Ctx  `json:"heeds,omitempty"`
	Main  int    `json:"main,omitempty"`

	// Loop.
	Vars    []Var `json:"vars,omitempty"`
	Counted bool  `json:"counted,omitempty"` // a guard on Vars ends it
	Final   bool  `json:"final,omitempty"`   // repeats nothing inside another one that is Final: who has failed there has failed for all
	Each    bool  `json:"each,omitempty"`    // it goes through a map, a channel or what an iterator yields

	N     int `json:"n,omitempty"`
	Level int `json:"level,omitempty"`

	Wait  *Wait `json:"wait,omitempty"`  // Sink
	Ctx   *Ctx  `json:"ctx,omitempty"`   // Deadline: the parent
	Num   *Expr `json:"num,omitempty"`   // Deadline, Aside: the time
	Plain bool  `json:"plain,omitempty"` // Deadline: all that is given it is known
	Whole bool  `json:"whole,omitempty"` // Deadline: it is meant for all that the function does from there on

	Names  []string `json:"names,omitempty"`  // Call: the function, or those that an interface's method may be
	Iface  string   `json:"iface,omitempty"`  // Call: the interface's method, resolved by whoever sees more
	Fn     *FuncVal `json:"fn,omitempty"`     // Call: a function value
	Args   []Arg    `json:"args,omitempty"`   // Call: by parameter, the receiver counted
	Inline *Func    `json:"inline,omitempty"` // Call: the function itself, where it is carried along
	Again  bool     `json:"again,omitempty"`  // Call, Sink: what a retry repeats
	Round  Place    `json:"round,omitzero"`   // Again: of the retry
	Dyn    *Dyn     `json:"dyn,omitempty"`    // Call: what the interface's method is called on, where that is known
	Late   bool     `json:"late,omitempty"`   // Call, Sink: it runs when the function ends

	Why string `json:"why,omitempty"` // Unseen; empty: nothing says that it waits
}

// Wait says what a sink waits for and what ends it.
type Wait struct {
	What   string `json:"what"` // "http.Client.Do"
	Effect string `json:"effect"`
	Target string `json:"target,omitempty"` // a name for the other side, where the code gives one

	Ctx  *Ctx  `json:"ctx,omitempty"` // ends with it; nil: no context does
	Cap  *Expr `json:"cap,omitempty"` // its own limit; nil: none, Unknown: not seen
	From Limit `json:"from,omitzero"` // where Cap comes from

	Connect Limit `json:"connect,omitzero"`
	Pool    Limit `json:"pool,omitzero"`

	Tries     *Expr  `json:"tries,omitempty"`     // attempts that the library makes by itself; nil: one
	TriesFrom string `json:"triesFrom,omitempty"` // "retryablehttp.Client.RetryMax"

	Tells   bool `json:"tells,omitempty"`   // the request says how much time is left
	GivesUp bool `json:"givesUp,omitempty"` // of a sleep: something else is waited for, and at most so long
	Driver  bool `json:"driver,omitempty"`  // a driver waits, and what it is told when it is opened may end that

	Idempotent string `json:"idempotent,omitempty"` // yes, no, unknown
	Reason     string `json:"reason,omitempty"`

	Far *Far `json:"-"` // what answers, where that is known; whoever sees more than the code says it
}

// Limit is a bound as a report shows it.
type Limit struct {
	Kind  string `json:"kind,omitempty"` // bounded, none, unknown; empty: does not arise
	Nanos int64  `json:"nanos,omitempty"`
	From  string `json:"from,omitempty"`
	Place Place  `json:"place,omitzero"`
}

// CtxKind says where a context comes from.
type CtxKind string

// The kinds of context.
const (
	CtxUnknown CtxKind = ""
	CtxParam   CtxKind = "param" // parameter N: a context, a request, or a framework's value
	CtxMade    CtxKind = "made"  // by the Deadline node N of the function
	CtxNone    CtxKind = "none"  // never ends, or not with the caller: context.Background
)

// Detached is the Text of a context that is detached from another on purpose, so
// that what has it may go on for longer.
const Detached = "budget.Detach"

// GinContext is the Text of gin's own value as a context, which nothing ends
// unless Engine.ContextWithFallback is set.
const GinContext = "*gin.Context"

// Ctx is one context.
type Ctx struct {
	Kind CtxKind `json:"kind,omitempty"`
	N    int     `json:"n,omitempty"`
	Up   int     `json:"up,omitempty"` // in the function so many literals out
	Text string  `json:"text,omitempty"`
}

// Arg is what a call gives for one parameter; all nil: not of interest.
type Arg struct {
	Ctx *Ctx     `json:"ctx,omitempty"`
	Num *Expr    `json:"num,omitempty"` // of what may be nil: 0 for nil, 1 for what is made there, else not known; of a slice: its length; of a truth value: 1 or 0
	Fn  *FuncVal `json:"fn,omitempty"`
	Dyn *Dyn     `json:"dyn,omitempty"`
}

// Dyn is the concrete type of what is in an interface: its name, or whatever a
// parameter has.
type Dyn struct {
	Type  string `json:"type,omitempty"` // import path, a dot, the name
	Param int    `json:"param,omitempty"`
	Up    int    `json:"up,omitempty"` // Param: in the function so many literals out
}

// FuncVal is a function as a value: by name, a parameter, or what a call
// returned.
type FuncVal struct {
	Name  string `json:"name,omitempty"`
	Skip  int    `json:"skip,omitempty"` // parameters that are bound already: a method value's receiver
	Param int    `json:"param,omitempty"`
	IsPar bool   `json:"isParam,omitempty"`
	Up    int    `json:"up,omitempty"`   // Param: in the function so many literals out; a literal: its parent is so many out
	Made  *Node  `json:"made,omitempty"` // the call that returned it
	Index int    `json:"index,omitempty"`
}

// Var is a number that a loop carries from round to round.
type Var struct {
	ID   int  `json:"id"`
	Init Expr `json:"init"`
	Next Expr `json:"next"`
}

// Guard is a comparison that decides an Alt.
type Guard struct {
	Op   string `json:"op"` // < <= > >= == !=; "done": the context has ended; True; Flag; IsNil; NotNil
	L    Expr   `json:"l,omitzero"`
	R    Expr   `json:"r,omitzero"`
	Done *Ctx   `json:"done,omitempty"`
}

// Tests of one value, L.
const (
	True   = "true"    // a truth value, 1 or 0, is so
	Flag   = "flag"    // of a struct's fields, two bits each, this one is set (the upper bit) or as nobody has set it (the lower)
	IsNil  = "nil"     // it is nil
	NotNil = "not nil" // something that does not hold where it is nil
)

// Walk visits the nodes below, in order; it does not go into other functions.
func Walk(nodes []Node, visit func(*Node)) {
	for i := range nodes {
		visit(&nodes[i])
		Walk(nodes[i].Kids, visit)
	}
}

// Size counts the nodes, what is carried along included.
func Size(nodes []Node) int {
	n := 0
	Walk(nodes, func(x *Node) {
		n++
		if x.Inline != nil {
			n += x.Inline.size()
		}
		for _, a := range x.Args {
			if a.Fn != nil && a.Fn.Made != nil {
				n += Size([]Node{*a.Fn.Made})
			}
		}
	})
	return n
}

func (f *Func) size() int {
	n := Size(f.Body)
	for _, l := range f.Lits {
		n += l.size()
	}
	return n
}
