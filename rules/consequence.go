package rules

import "slices"

// Consequence is who is held while the code at a place waits, or is made to wait by
// what the code repeats. Where there are several, it is the first of the list.
type Consequence string

// The consequences, from the one that hurts most to the one that hurts nobody; About
// says what each is.
const (
	Request     Consequence = "request"
	Connect     Consequence = "connection"
	Call        Consequence = "rpc"
	Message     Consequence = "message"
	Job         Consequence = "job"
	Lock        Consequence = "lock"
	Others      Consequence = "others"
	Shutdown    Consequence = "shutdown"
	Loop        Consequence = "loop"
	Unattended  Consequence = "unattended"
	Unseen      Consequence = "unseen"
	Background  Consequence = "background"
	StartUp     Consequence = "startup"
	Interactive Consequence = "interactive"
	Idle        Consequence = "idle"
)

// Consequences lists them all, in order.
func Consequences() []Consequence {
	return []Consequence{Request, Connect, Call, Message, Job, Lock, Others, Shutdown, Loop, Unattended, Unseen, Background, StartUp, Interactive, Idle}
}

// Worse reports whether c hurts more than d.
func (c Consequence) Worse(d Consequence) bool {
	all := Consequences()
	return slices.Index(all, c) < slices.Index(all, d)
}

// Length is how long somebody is held, as far as the code tells.
type Length string

// The lengths. The zero value is that of what has no length of its own.
const (
	Brief   Length = "brief"    // less than a minute
	Minutes Length = "minutes"  // a minute or more, and then it ends
	Forever Length = "for ever" // nothing ends it
)

// Cell is what becomes of a finding.
type Cell string

// The cells.
const (
	Shown Cell = "shown" // by default
	Long  Cell = "long"  // by default from a minute on, else where the rule is asked for
	Hangs Cell = "hangs" // by default where nothing ends it, else where the rule is asked for
	Asked Cell = "asked" // where the rule is asked for
	Noted Cell = "note"  // with -notes, as a note
)

// Row is a row of the table of consequence: rules whose findings are worth an
// answer for the same reason.
type Row string

// The rows; About says what each is.
const (
	Wait    Row = "wait"
	Stage   Row = "stage"
	Repeat  Row = "repeat"
	Mistake Row = "mistake"
	Promise Row = "promise"
	Door    Row = "door"
	Advice  Row = "advice"
)

// Rows lists them all, in the order of the table.
func Rows() []Row {
	var out []Row
	for _, h := range table {
		out = append(out, h.row)
	}
	return out
}

// About says what the findings of a row have in common.
func (r Row) About() string {
	switch r {
	case Wait:
		return "nothing ends the wait"
	case Stage:
		return "a part of the wait has no end, or it ends later than it should"
	case Repeat:
		return "the same work is done again, and others pay for it"
	case Mistake:
		return "the code does not do what it says"
	case Promise:
		return "what an entry has promised is not kept"
	case Door:
		return "whoever connects can hold a server"
	case Advice:
		return "worth knowing for who asks"
	}
	return ""
}

// About says who is held.
func (c Consequence) About() string {
	switch c {
	case Request:
		return "somebody waits for the answer to an HTTP request"
	case Connect:
		return "whoever connects to a server"
	case Call:
		return "another program waits for the answer to a remote call"
	case Message:
		return "a consumer, and all messages after this one"
	case Job:
		return "a scheduled job, a reconcile, a task of a queue"
	case Lock:
		return "whoever wants a mutex or a `sync.Once`"
	case Others:
		return "programs elsewhere: it is exported, and nobody here calls it"
	case Shutdown:
		return "the end of the program"
	case Loop:
		return "a loop in the background, which misses its next rounds"
	case Unattended:
		return "a command that runs with nobody there: a job, a hook, a script"
	case Unseen:
		return "nobody can tell: who calls it is not in sight"
	case Background:
		return "a goroutine of its own, for which nobody waits"
	case StartUp:
		return "the start of the program, which a person or a supervisor watches"
	case Interactive:
		return "a command, at which a person waits who can stop it"
	case Idle:
		return "nobody: nothing in the program runs it"
	}
	return ""
}

// About says what becomes of a finding in the cell.
func (c Cell) About() string {
	switch c {
	case Shown:
		return "shown"
	case Long:
		return "shown from a minute on"
	case Hangs:
		return "shown where nothing ends it"
	case Asked:
		return "on request"
	}
	return "note"
}

// held says of a row what becomes of its findings, by who is held.
type held struct {
	row        Row
	answered   Cell // a request, a call, a message, a job, a lock, the end of the program
	others     Cell // programs elsewhere
	unseen     Cell // nobody can tell
	loop       Cell
	unattended Cell
	background Cell
	startup    Cell
	attended   Cell // a command at which a person waits
	idle       Cell
}

// The table of consequence. It is the same for all rules of a row, and nothing
// else decides what is shown by default.
var table = []held{
	// row    answered others unseen loop unattended background start-up attended idle
	{Wait, Shown, Shown, Asked, Shown, Shown, Shown, Noted, Noted, Noted},
	{Stage, Long, Hangs, Asked, Hangs, Asked, Asked, Noted, Noted, Noted},
	{Repeat, Shown, Shown, Shown, Shown, Shown, Shown, Asked, Noted, Noted},
	{Mistake, Shown, Shown, Shown, Shown, Shown, Shown, Shown, Shown, Noted},
	{Promise, Shown, Shown, Shown, Shown, Asked, Asked, Noted, Noted, Noted},
	{Door, Shown, Shown, Shown, Shown, Shown, Shown, Shown, Noted, Noted},
	{Advice, Asked, Asked, Asked, Asked, Asked, Asked, Noted, Noted, Noted},
}

// Of is the cell of the table for findings of the row with a consequence; of a row
// or a consequence that there is not, it is Asked.
func (r Row) Of(c Consequence) Cell {
	i := slices.IndexFunc(table, func(h held) bool { return h.row == r })
	if i < 0 {
		return Asked
	}
	h := table[i]
	switch c {
	case Request, Connect, Call, Message, Job, Lock, Shutdown:
		return h.answered
	case Others:
		return h.others
	case Unseen:
		return h.unseen
	case Loop:
		return h.loop
	case Unattended:
		return h.unattended
	case Background:
		return h.background
	case StartUp:
		return h.startup
	case Interactive:
		return h.attended
	case Idle:
		return h.idle
	}
	return Asked
}

// Shows reports whether a finding of a cell is shown; asked: its rule was asked
// for by name.
func (c Cell) Shows(l Length, asked bool) bool {
	switch c {
	case Shown:
		return true
	case Long:
		return asked || l != Brief
	case Hangs:
		return asked || l == Forever || l == ""
	}
	return c == Asked && asked
}

// Default reports whether some finding of the rule is shown without being asked
// for.
func (r Rule) Default() bool {
	return slices.ContainsFunc(Consequences(), func(c Consequence) bool { return r.Row.Of(c).Shows(Forever, false) })
}

// Elsewhere reports whether a finding is where something is made, set or promised,
// and whoever is held is held where that is used.
func (r Rule) Elsewhere() bool {
	switch r {
	case BareClient, HalfTransport, BareDriver, IgnoredCtx, RetryZero, ZeroConfig, LostLimit, WaitForReady, BareServer, HalfBound, DeafCtx, RetryJitter:
		return true
	}
	return r.Row == Promise || r.Row == Mistake
}
