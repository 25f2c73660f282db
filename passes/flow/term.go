package flow

import (
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Op says what a term is.
type Op uint8

// The kinds of term.
const (
	Unknown   Op = iota // not known; Sym is the Reason
	Nil                 // nil
	Zero                // the zero value of a struct or an array
	Const               // a constant; Sym is its exact text
	Param               // parameter N of the function Sym, the receiver counted; Type
	Free                // captured variable N of the literal Sym
	Var                 // the address of variable N of the function Sym
	Global              // the address of the package variable Sym
	Load                // what is stored at the address Args[0]
	Select              // field Sym of Args[0], which is a struct of type Type or a pointer to one
	Elem                // an element of Args[0]: of a slice, an array or a map; what a channel or an atomic holds
	Object              // a struct, array, slice, map or channel made at Place; Type, Slots
	Func                // the function Sym as a value; Args[0], where set, is the receiver it is bound to
	Call                // result N of the function Sym called with Args
	Apply               // result N of the function value Args[0] called with the rest of Args
	Invoke              // result N of the method Sym of the interface Type, called on Args[0] with the rest
	Arith               // Sym applied to Args: an operator, "min" or "max"
	OrElse              // Args[0], or Args[1] where that is nil or zero
	Deadlined           // Args[0], which has a deadline here because the code asked
)

// Reason says why a value is not known.
type Reason string

// The reasons, as -stats counts them.
const (
	NoBody    Reason = "no body"        // made by code that is not read and of which no row speaks
	Dynamic   Reason = "dynamic call"   // called through a value that could not be followed
	Interface Reason = "interface"      // called through an interface whose implementations are not known
	Address   Reason = "address taken"  // changed through an address that could not be followed
	Channel   Reason = "channel"        // received from a channel
	Outside   Reason = "outside"        // decoded, read from flags or from the environment: configuration
	Reflected Reason = "reflection"     // reflection or unsafe
	Recursion Reason = "recursion"      // defined by itself alone
	TooMany   Reason = "too many"       // more alternatives than are kept
	Budget    Reason = "budget of work" // more steps than a question may take
	Nobody    Reason = "never stored"   // nothing in sight stores anything there
	Other     Reason = "other"          // an operation that says nothing of interest
)

// ID names a term of one package.
type ID int32

// Set is the terms that a value may be.
type Set []ID

// Place is where something is written: a file by import path and bare name.
type Place struct {
	File         string
	Line, Column int
}

// Term is one thing a value may be. A term never changes once it is made,
// except that an Object gains what its function stores in it while the function
// is read.
type Term struct {
	Op    Op
	Sym   string
	N     int
	Type  string
	Args  []Set
	Place Place
	Slots []Slot
	Held  Holder // of a Call that returns a context: who else may cancel it
	In    string // of a Call that returns a context: the function that calls
}

// Slot is what a path below an object is set to by the function that made it,
// or by literals in it.
type Slot struct {
	Path string // fields joined with dots; "[]" for an element; "" for the whole
	Func string // the function whose terms the values are
	Set  Set
	Must bool // on every way from the object to the end of its function
}

// Function is what is kept of one function.
type Function struct {
	Key      string
	Parent   string // of a literal, the function around it
	Place    Place
	Params   []string // their types, the receiver's first
	Returns  int
	Exported bool
	Bindings []Set // of a literal: its captured variables, in terms of Parent
	Results  []Set
	Vars     []Variable
	Effects  []Effect
	Calls    []CallSite
	Limits   bool // it makes a deadline, a timer or a deadline of a connection
	Vouched  bool // somebody says that its waits end
	Paces    bool // it speaks of a setting that ends a database's statements
	Asked    bool // it, or a function around it, is given a context or a request
}

// Variable is a variable, or a value that a loop carries: all that is stored in it.
type Variable struct {
	Name  string
	Type  string
	Place Place
	Defs  []Def
}

// Def is one store.
type Def struct {
	Func string
	Set  Set
}

// Effect is a store through something that the function did not make: a
// parameter, a captured variable, a package variable, or what a field of these
// points to.
type Effect struct {
	Root  Set    // the object whose field is written
	Path  string // the field, or "[]"
	Owner string // the type of that object
	Set   Set
	Must  bool   // whenever the function runs to its end
	Key   string // of a map: the constant key
	Place Place
}

// CallSite is one call: of a function, of a method of an interface, or of a
// function value.
type CallSite struct {
	Static string // the function; empty for another
	Method string // of the interface Iface
	Iface  string
	Callee Set // a function value
	Args   []Set
	Place  Place
	Go     bool // started as a goroutine
	Defer  bool // run when the function ends
	Loop   bool // may run again and again
}

// Type is a named type of the package.
type Type struct {
	Name      string
	Interface bool
	Methods   []Method
	Exported  bool
}

// Method is one method of a type: its name and signature, and the function.
type Method struct {
	Name string
	Sig  string
	Func string // empty for an interface's
}

// Package is what flow keeps of one package. It holds no syntax.
type Package struct {
	Path      string
	Main      bool
	Library   bool // of a dependency that was read: no place for findings
	Imports   []string
	Terms     []Term
	Funcs     []*Function
	Globals   map[string][]Def // stores, by variable
	Types     []Type
	Converted []string // types whose values are put into interfaces here
	Handed    []string // functions that are given to code that is not read
	Waits     []Wait
	Flows     []knowledge.Flow // rows of functions that make one thing of another, as they hold for the versions in use
	GaveUp    map[Reason]int

	reasons map[Reason]ID // terms that a resolver added
}

// TypeName is how terms name a type: that of a pointer is its element's, and
// the name of an instance is its origin's.
func TypeName(t types.Type) string {
	if t == nil {
		return ""
	}
	if name := calls.Named(t); name != "" {
		return name
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return TypeName(p.Elem())
	}
	switch t := t.(type) {
	case *types.Basic:
		return t.Name()
	case *types.TypeParam:
		return ""
	}
	return ""
}
