package bareexec

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
)

// piped is the Wait of a command that is started, read to its end and waited
// for in one function: Output in three steps. A command that is also written
// to is a conversation, and one that is waited for elsewhere is supervised.
func piped(cmd *bounds.Object) (bounds.Use, bool) {
	var wait bounds.Use
	started, read := false, false
	for _, u := range cmd.Uses {
		if u.Fn == nil || u.Call.Parent() != cmd.In {
			return bounds.Use{}, false
		}
		_, background := u.Call.(*ssa.Go)
		switch u.Fn.Name() {
		case "Start":
			started = true
		case "Wait":
			wait = u
			if background {
				return bounds.Use{}, false
			}
		case "StdoutPipe":
			if call, ok := u.Call.(*ssa.Call); ok {
				read = read || isRead(call)
			}
		case "StdinPipe":
			return bounds.Use{}, false
		}
	}
	return wait, started && read && wait.Call != nil
}

// isRead reports whether the pipe that a call returns is read in the same
// function: handed to a package that does nothing but read it.
func isRead(pipe *ssa.Call) bool {
	for _, ref := range *pipe.Referrers() {
		extract, ok := ref.(*ssa.Extract)
		if !ok || extract.Index != 0 {
			continue
		}
		for _, use := range *extract.Referrers() {
			change, ok := use.(*ssa.ChangeInterface)
			if !ok {
				continue
			}
			for _, by := range *change.Referrers() {
				call, ok := by.(*ssa.Call)
				if ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Pkg != nil && readers[call.Call.StaticCallee().Pkg.Pkg.Path()] {
					return true
				}
			}
		}
	}
	return false
}

var readers = map[string]bool{"bufio": true, "io": true, "encoding/json": true, "encoding/csv": true, "encoding/xml": true}
