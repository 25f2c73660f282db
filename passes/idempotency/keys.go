package idempotency

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Key is something by which the other side knows a request again.
type Key struct {
	Name string // of the header, field or option
	From Origin

	at  ssa.Instruction // where it is set, in the function that it is told for
	pos token.Pos       // none in another package
}

var (
	keyName  = regexp.MustCompile(`(?i)^(x-)?idempoten(cy|t)[-_]?(key|token|id)?$|^client[-_]?(request[-_]?)?token$|^(message|msg)?dedup(lication)?[-_]?(id|key|token)$|^messagededuplicationid$|^nats-msg-id$`)
	keySet   = regexp.MustCompile(`^(Set|With|Add)?(IdempotencyKey|ClientToken|ClientRequestToken|MsgId|MsgID|MessageDeduplicationId|DeduplicationID)$`)
	knownBy  = regexp.MustCompile(`(?i)^(x[-_])?(request|client_?request|transaction|operation|correlation|event|message|msg|external|reference)[-_]?(id|key|token|reference)$|uuid$|^(merchant|client|order|payment)[-_]?(ref|reference|oid)$|^nonce$|^sequence[-_]?(id|number)$|^external[-_]?id$`)
	ifAbsent = regexp.MustCompile(`(?i)^if-(none-)?match$|^if-unmodified-since$|^x-goog-if-generation-match$|^x-amz-copy-source-if`)
)

// recognizes reports whether a name says that the other side knows a request
// again by it.
func recognizes(name string) bool {
	return keyName.MatchString(name) || knownBy.MatchString(name) || ifAbsent.MatchString(name)
}

// keys are the keys that an instruction sets, and sure those whose name leaves no
// doubt.
func (s scope) keys(instr ssa.Instruction) []Key {
	switch instr := instr.(type) {
	case *ssa.Store:
		if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && recognizes(fieldName(fa.X.Type(), fa.Field)) && !optional(fa) {
			return []Key{{fieldName(fa.X.Type(), fa.Field), s.origin(instr.Val), instr, instr.Pos()}}
		}
	case *ssa.MapUpdate:
		if name := constText(instr.Key); recognizes(name) {
			return []Key{{name, s.origin(instr.Value), instr, instr.Pos()}}
		}
	case ssa.CallInstruction:
		return s.keyCall(instr)
	}
	return nil
}

// optional: a field that only tells the server's own id.
func optional(fa *ssa.FieldAddr) bool {
	return strings.HasSuffix(calls.Named(deref(fa.X.Type())), "Response")
}

func (s scope) keyCall(call ssa.CallInstruction) []Key {
	c := call.Common()
	args := arguments(c)
	fn := callee(c)
	if fn == nil {
		return nil
	}
	switch name := fn.Name(); name {
	case "Set", "Add", "SetHeader", "Header", "AddHeader", "SetQueryParam", "AddMetadata", "AppendToOutgoingContext":
		for i := 0; i+1 < len(args); i++ {
			if key := constText(args[i]); recognizes(key) && !askedFirst(call, key) {
				return []Key{{key, s.origin(args[i+1]), call, call.Pos()}}
			}
		}
		if name == "AppendToOutgoingContext" && len(args) == 2 {
			parts := spread(args[1])
			for i := 0; i+1 < len(parts); i++ {
				if key := constText(parts[i]); recognizes(key) {
					return []Key{{key, s.origin(parts[i+1]), call, call.Pos()}}
				}
			}
		}
	default:
		if keySet.MatchString(name) && len(args) > 0 && fn.Pkg() != nil && fn.Pkg() != s.r.pass.Pkg {
			return []Key{{strings.TrimPrefix(strings.TrimPrefix(name, "Set"), "With"), s.origin(args[len(args)-1]), call, call.Pos()}}
		}
	}
	return nil
}

// askedFirst: the key is set only where there is none yet.
func askedFirst(call ssa.CallInstruction, key string) bool {
	for b := call.Block(); b != nil; b = b.Idom() {
		for _, pred := range b.Preds {
			test, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			if bin, ok := test.Cond.(*ssa.BinOp); ok {
				if get, ok := bin.X.(*ssa.Call); ok && slices.ContainsFunc(get.Call.Args, func(v ssa.Value) bool { return strings.EqualFold(constText(v), key) }) {
					return true
				}
			}
		}
	}
	return false
}

// sent is what a body is encoded of: the value that is given to an encoder, or
// to a client that encodes it.
func sent(call ssa.CallInstruction) ssa.Value {
	c := call.Common()
	args := arguments(c)
	switch qualified(c) {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent", "(*encoding/json.Encoder).Encode", "encoding/xml.Marshal", "(*encoding/xml.Encoder).Encode", "google.golang.org/protobuf/proto.Marshal",
		"(*github.com/go-resty/resty/v2.Request).SetBody", "(*resty.dev/v3.Request).SetBody", "github.com/json-iterator/go.Marshal", "github.com/goccy/go-json.Marshal", "github.com/bytedance/sonic.Marshal":
		if len(args) > 0 {
			return args[0]
		}
	}
	return nil
}

// keyField is the field of a type by which the other side may know a request
// again; "" if there is none.
func keyField(t types.Type) string {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		tag, _, _ := strings.Cut(reflectTag(st.Tag(i)), ",")
		if recognizes(f.Name()) || tag != "" && recognizes(tag) {
			return f.Name()
		}
	}
	return ""
}

// reflectTag is the name that a field has in JSON.
func reflectTag(tag string) string {
	_, after, ok := strings.Cut(tag, `json:"`)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(after, `"`)
	return name
}

func constText(v ssa.Value) string {
	if c, ok := strip(v).(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}
