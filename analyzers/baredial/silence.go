package baredial

import (
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// silence reports whether the connection that a call dials is read from in this
// package, and gets no deadline: whoever accepts and says nothing is then
// waited for without an end.
func silence(pass *analysis.Pass, b *bounds.Result, call ssa.CallInstruction) bool {
	for _, conn := range b.Objects {
		if conn.Call == nil || ssa.CallInstruction(conn.Call) != call {
			continue
		}
		if len(conn.Settings) > 0 || conn.Left(bounds.ReturnedOut) {
			return false
		}
		found, away := false, false
		for _, u := range conn.Uses {
			if u.Fn == nil || u.Fn.Pkg() == nil || u.Arg != knowledge.Receiver && !streams[u.Fn.Pkg().Path()] {
				return false // it may set a deadline
			}
			found = found || reads(u)
			away = away || u.Call.Parent() != call.Parent()
		}
		if v, ok := call.(ssa.Value); ok && len(conn.Uses) == 0 && program.Kept(v) {
			found, away = true, true
		}
		return found && !(away && deadlines(pass))
	}
	return false
}

// streams are packages that do nothing to a connection but read and write it.
var streams = map[string]bool{
	"io": true, "fmt": true, "bufio": true, "encoding/binary": true, "encoding/json": true, "encoding/gob": true, "encoding/xml": true, "net/textproto": true,
}

// reads: the other side's next words are waited for. What copies a stream for
// as long as it lasts has no end to bound.
func reads(u bounds.Use) bool {
	name := u.Fn.Name()
	if u.Arg == knowledge.Receiver {
		return name == "Read"
	}
	switch u.Fn.Pkg().Path() {
	case "io":
		return strings.HasPrefix(name, "Read")
	case "bufio":
		return name == "NewReader" || name == "NewReaderSize" || name == "NewScanner" || name == "NewReadWriter"
	case "fmt":
		return strings.HasPrefix(name, "Fscan")
	case "encoding/binary":
		return name == "Read"
	case "encoding/json", "encoding/gob", "encoding/xml":
		return name == "NewDecoder"
	case "net/textproto":
		return name == "NewConn"
	}
	return false
}

// deadlines reports whether the package sets a deadline on anything.
func deadlines(pass *analysis.Pass) bool {
	for id, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() != nil && strings.HasPrefix(id.Name, "Set") && strings.HasSuffix(id.Name, "Deadline") {
			return true
		}
	}
	return false
}
