package retries

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Behaves is the fact of a function that matters when it is called in a loop:
// what it reaches, whether it lets time pass, and which of its parameters it
// calls again and again.
type Behaves struct {
	Reaches knowledge.Effect // the strongest thing a call of it may do; empty: nothing that blocks
	Depth   int              // calls between a call of it and the nearest such thing
	Sure    bool             // by a row, not by the look of an interface
	Waits   bool             // sleeps, or waits for something of this process
	Pauses  bool             // lets a time pass, on some way through it
	Listens bool             // looks whether a context has ended
	Sends   int              // one more than the index of the *http.Request it sends and leaves alone; 0: none
	Endless int              // one more than the index of the parameter that is a number of attempts and with 0 no limit; 0: none
	Repeats []Repeat
}

// Repeat says that a function calls one of its function parameters until it
// succeeds.
type Repeat struct {
	Param    int // index, without the receiver
	Attempts int // 0: not a constant
	AttemptP int // parameter that is the number of attempts, -1 none
	More     int // how many attempts more than that there are
	Capped   bool
	Within   int64 // nanoseconds after which no attempt begins, 0: not a constant
	Waits    bool
	Random   int  // of the wait, a Random
	Steps    bool // each wait is longer than the last
	Open     bool // something out of sight has a say
	Listens  bool
	Filtered bool           // some errors are given up on
	Picked   bool           // by a predicate that a library is given
	After    []Failure      // of unknown outcome, that are followed by another attempt
	Only     knowledge.Pick // of a library's: what is repeated, if not any error
}

// AFact marks Behaves as a fact.
func (*Behaves) AFact() {}

func (b *Behaves) String() string {
	var parts []string
	if b.Reaches != "" {
		parts = append(parts, "reaches "+string(b.Reaches))
	}
	for _, w := range []struct {
		is   bool
		text string
	}{{b.Waits, "waits"}, {b.Pauses, "pauses"}, {b.Listens, "listens"}} {
		if w.is {
			parts = append(parts, w.text)
		}
	}
	if b.Sends > 0 {
		parts = append(parts, fmt.Sprintf("sends arg %d", b.Sends-1))
	}
	if b.Endless > 0 {
		parts = append(parts, fmt.Sprintf("repeats without end for 0 in arg %d", b.Endless-1))
	}
	for _, r := range b.Repeats {
		text := fmt.Sprintf("repeats arg %d", r.Param)
		if r.Attempts > 0 {
			text += fmt.Sprintf(" %d times", r.Attempts)
		}
		if r.AttemptP >= 0 {
			text += fmt.Sprintf(" arg %d%+d times", r.AttemptP, r.More)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

func (b *Behaves) empty() bool {
	return b.Reaches == "" && !b.Waits && !b.Pauses && !b.Listens && b.Sends == 0 && b.Endless == 0 && len(b.Repeats) == 0
}

// of is the fact of a function, of this package or an imported one; nil if
// nothing is known.
func (r *Result) of(fn *types.Func) *Behaves {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if r.Program != nil {
		if own := r.Program.Decls[fn.Origin()]; own != nil {
			return r.facts[own]
		}
	}
	b := new(Behaves)
	if fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), b) {
		return b
	}
	return nil
}

// export hands the facts of declared functions to importing packages.
func (r *Result) export() {
	r.zeros()
	r.combinators()
	for obj, fn := range r.Program.Decls {
		if b := r.facts[fn]; b != nil && !b.empty() {
			r.pass.ExportObjectFact(obj, b)
		}
	}
}
