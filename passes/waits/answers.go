package waits

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

const responseWriter = "net/http.ResponseWriter"

// writes reports whether a function may have begun an answer before it waits, or
// before it calls what may: something that is given the writer comes before. What
// hands the writer on and waits itself does not count: its own function answers for it.
func (m *maker) writes(fn *ssa.Function, body []tree.Node) bool {
	waiting := map[tree.Place]bool{}
	tree.Walk(body, func(n *tree.Node) {
		if n.Kind == tree.Sink || n.Kind == tree.Call {
			waiting[n.Place] = true
		}
	})
	if len(waiting) == 0 {
		return false
	}
	waits := func(instr ssa.Instruction) bool {
		_, ok := instr.(ssa.CallInstruction)
		return ok && instr.Pos().IsValid() && waiting[m.place(instr.Pos())]
	}
	for _, block := range fn.Blocks {
		for i, instr := range block.Instrs {
			if answers(instr) && waitsAfter(block, i+1, waits) {
				return true
			}
		}
	}
	return false
}

// waitsAfter: from an instruction of a block on there is a way to one that waits.
func waitsAfter(block *ssa.BasicBlock, from int, waits func(ssa.Instruction) bool) bool {
	for _, instr := range block.Instrs[from:] {
		if waits(instr) {
			return true
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	todo := append([]*ssa.BasicBlock{}, block.Succs...)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, instr := range at.Instrs {
			if waits(instr) {
				return true
			}
		}
		todo = append(todo, at.Succs...)
	}
	return false
}

// answers: an instruction may write to whoever has asked.
func answers(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store, *ssa.DebugRef, *ssa.Return, *ssa.Phi, *ssa.FieldAddr, *ssa.UnOp, *ssa.MakeInterface:
		return false
	case ssa.CallInstruction:
		return answering(instr)
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && calls.Named((*op).Type()) == responseWriter {
			return true
		}
	}
	return false
}

func answering(call ssa.CallInstruction) bool {
	common := call.Common()
	obj := callee(common)
	if common.IsInvoke() && calls.Named(common.Value.Type()) == responseWriter {
		return common.Method.Name() != "Header"
	}
	args := common.Args
	for i, arg := range args {
		name := calls.Named(arg.Type())
		switch {
		case name == responseWriter:
			if obj != nil && calls.FullName(obj) == "net/http.MaxBytesReader" || wraps(common.Signature()) {
				continue
			}
			return true
		case framework(name):
			if i == 0 && obj != nil && obj.Signature().Recv() != nil {
				if writer(obj.Name()) {
					return true
				}
				continue
			}
			return true
		}
	}
	return common.IsInvoke() && framework(calls.Named(common.Value.Type())) && writer(common.Method.Name())
}

// wraps: a function makes a writer of what it is given.
func wraps(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "WriteHeader"); obj != nil {
			return true
		}
	}
	return false
}

// framework: a type has the writer in it.
func framework(name string) bool {
	return name == "github.com/gin-gonic/gin.Context" || strings.HasPrefix(name, "github.com/labstack/echo") && strings.HasSuffix(name, ".Context") ||
		strings.HasPrefix(name, "github.com/gofiber/fiber") && strings.HasSuffix(name, ".Ctx")
}

// writer: a method of a framework's value of that name answers.
func writer(name string) bool {
	for _, start := range []string{"JSON", "IndentedJSON", "SecureJSON", "PureJSON", "AsciiJSON", "XML", "HTML", "String", "Blob", "Stream", "File", "Data", "Render", "Redirect", "NoContent", "Send", "Write", "SSEvent", "Abort", "Attachment", "Inline", "Download", "YAML", "TOML", "ProtoBuf", "Response", "Next"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}
