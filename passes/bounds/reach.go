package bounds

import (
	"go/ast"
	"go/constant"
	"net"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Reach says from where an address can be reached.
type Reach int

// The reaches.
const (
	ReachUnknown Reach = iota
	ReachLocal         // this machine only: a loopback address or a unix socket
	ReachRemote
)

// ReachOf judges a network and an address, which may be a constant.
func ReachOf(network string, addr ssa.Value) Reach {
	if strings.HasPrefix(network, "unix") {
		return ReachLocal
	}
	if text, ok := Text(addr); ok {
		return reachOfText(text)
	}
	if host, ok := leading(addr); ok {
		return reachOfText(host)
	}
	return ReachUnknown
}

// leading is the constant start of an address put together at run time, up to
// the colon before its port.
func leading(v ssa.Value) (string, bool) {
	switch v := v.(type) {
	case *ssa.BinOp: // "127.0.0.1:" + port
		if text, ok := Text(v.X); ok {
			return strings.TrimSuffix(text, ":"), strings.HasSuffix(text, ":")
		}
		return leading(v.X)
	case *ssa.Call:
		obj := calledFunc(v)
		if obj == nil {
			return "", false
		}
		switch calls.FullName(obj) {
		case "fmt.Sprintf":
			if format, ok := Text(v.Call.Args[0]); ok {
				host, _, ok := strings.Cut(format, ":%")
				return host, ok && !strings.Contains(host, "%")
			}
		case "net.JoinHostPort":
			return Text(v.Call.Args[0])
		case "(net.Addr).String":
			// The address of a listener of this process.
			if addr, ok := v.Call.Value.(*ssa.Call); ok && calledFunc(addr) != nil && calls.FullName(calledFunc(addr)) == "(net.Listener).Addr" {
				return "localhost", true
			}
		}
	}
	return "", false
}

func reachOfText(addr string) Reach {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	ip := net.ParseIP(host)
	if host == "localhost" || ip != nil && ip.IsLoopback() {
		return ReachLocal
	}
	return ReachRemote
}

// Text is the value of a constant string.
func Text(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// Listens is the reach of the listener given to a Serve call.
func (r *Result) Listens(call ssa.CallInstruction) Reach {
	for _, arg := range call.Common().Args {
		if calls.Named(arg.Type()) == "net.Listener" {
			return r.listener(arg, 0)
		}
	}
	return ReachUnknown
}

// listener follows a listener to the net.Listen that made it.
func (r *Result) listener(v ssa.Value, depth int) Reach {
	if depth > 6 {
		return ReachUnknown
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return r.listener(v.Tuple, depth+1)
	case *ssa.Phi:
		out := ReachUnknown
		for i, e := range v.Edges {
			reach := r.listener(e, depth+1)
			if i > 0 && reach != out {
				return ReachUnknown
			}
			out = reach
		}
		return out
	case *ssa.Call:
		obj := calledFunc(v)
		if obj == nil {
			return ReachUnknown
		}
		args := v.Call.Args
		switch calls.FullName(obj) {
		case "net.Listen":
			network, _ := Text(args[0])
			return ReachOf(network, args[1])
		case "(*net.ListenConfig).Listen":
			network, _ := Text(args[2])
			return ReachOf(network, args[3])
		case "net.ListenUnix":
			return ReachLocal
		case "crypto/tls.NewListener":
			return r.listener(args[0], depth+1)
		}
	case *ssa.MakeInterface:
		return r.listener(v.X, depth+1)
	case *ssa.UnOp:
		if stored := onlyStore(v.X); stored != nil {
			return r.listener(stored, depth+1)
		}
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			return r.kept(field, depth+1)
		}
	}
	return ReachUnknown
}

// kept is the reach of the listeners stored in a field, if it is the same for
// all of them.
func (r *Result) kept(field *ssa.FieldAddr, depth int) Reach {
	out, first := ReachUnknown, true
	for _, fn := range r.Program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				addr, ok := s.Addr.(*ssa.FieldAddr)
				if !ok || fieldOf(addr.X.Type(), addr.Field) != fieldOf(field.X.Type(), field.Field) {
					continue
				}
				reach := r.listener(s.Val, depth)
				if !first && reach != out {
					return ReachUnknown
				}
				out, first = reach, false
			}
		}
	}
	return out
}

// onlyStore is the one value stored in a local variable, or nil.
func onlyStore(addr ssa.Value) ssa.Value {
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
			if stored != nil {
				return nil
			}
			stored = s.Val
		}
	}
	return stored
}

// Reaches is the reach of the constant address, or of the listener, that a
// call of a package function of net/http serves on.
func (r *Result) Reaches(expr *ast.CallExpr) Reach {
	call := r.call(expr)
	if call == nil || len(call.Common().Args) == 0 {
		return ReachUnknown
	}
	first := call.Common().Args[0]
	if calls.Named(first.Type()) == "net.Listener" {
		return r.listener(first, 0)
	}
	return ReachOf("tcp", first)
}

// call is the instruction of a call expression, or nil.
func (r *Result) call(expr *ast.CallExpr) ssa.CallInstruction {
	if r.Program == nil {
		return nil
	}
	r.indexed.Do(func() {
		r.byParen = map[int]ssa.CallInstruction{}
		for _, fn := range r.Program.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && call.Common().Pos().IsValid() {
						r.byParen[int(call.Common().Pos())] = call
					}
				}
			}
		}
	})
	return r.byParen[int(expr.Lparen)]
}
