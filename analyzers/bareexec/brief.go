package bareexec

import (
	"path"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
)

// briefly are programs that print what they know, or ask the kernel, and end.
var briefly = map[string]bool{
	"arch": true, "basename": true, "date": true, "dirname": true, "echo": true, "env": true, "ethtool": true, "false": true,
	"getconf": true, "groups": true, "hostname": true, "hostnamectl": true, "id": true, "java_home": true, "ldd": true, "locale": true,
	"modprobe": true, "nproc": true, "printenv": true, "pwd": true, "sw_vers": true, "sysctl": true, "true": true, "tty": true, "uname": true,
	"which": true, "whoami": true, "stty": true, "tput": true, "clear": true, "lsb_release": true, "ps": true,
	"open": true, "xdg-open": true, "rundll32": true,
}

func brief(cmd *bounds.Object) bool {
	name, ok := program(cmd.Call.Call.Args[0])
	return ok && (briefly[path.Base(name)] || strings.Contains(path.Base(name), "version"))
}

// program is the name of the program, also of one that was looked up.
func program(v ssa.Value) (string, bool) {
	if part, ok := v.(*ssa.Extract); ok && part.Index == 0 {
		call, ok := part.Tuple.(*ssa.Call)
		if ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().String() == "os/exec.LookPath" {
			v = call.Call.Args[0]
		}
	}
	return bounds.Text(v)
}

// words reports whether the program is the first of a list of words: what a
// user has written to be run, for as long as that user likes.
func words(cmd *bounds.Object) bool {
	load, ok := cmd.Call.Call.Args[0].(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = load.X.(*ssa.IndexAddr)
	return ok
}

// asksVersion: a program that is asked for its version seldom does more than
// print it.
func asksVersion(cmd *bounds.Object) bool {
	for _, b := range cmd.In.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || !within(store.Addr, cmd.Call.Call.Args) {
				continue
			}
			switch text, _ := bounds.Text(store.Val); text {
			case "-version", "--version", "version", "-V":
				return true
			}
		}
	}
	return false
}

// within reports whether an address is of an element of one of the arguments.
func within(addr ssa.Value, args []ssa.Value) bool {
	element, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	for _, arg := range args {
		if slice, ok := arg.(*ssa.Slice); ok && slice.X == element.X {
			return true
		}
	}
	return false
}
