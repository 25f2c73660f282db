package flow

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// tagged adds to an object whose address is given to a reader of struct tags what the
// tags of its fields say: the default, unless something outside says otherwise.
func (f *function) tagged(v *ssa.MakeInterface, id ID, path string, in *function) {
	call, row := reader(v)
	if call == nil {
		return
	}
	pointer, ok := v.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	prefix, args := "", call.Common().Args
	if row.Prefix >= 0 && row.Prefix < len(args) {
		if c, ok := args[row.Prefix].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			prefix = constant.StringVal(c.Value)
		}
	}
	must := in == f && always(call.Block(), f.made[id])
	text := func(s string) Set { return f.once(Term{Op: Const, Sym: strconv.Quote(s), Type: "string"}) }
	if row.Key.Key != "" {
		f.keys(pointer.Elem(), row, nil, "", func(at []string, key string) {
			set := Set{f.add(Term{Op: Call, Sym: "github.com/spf13/viper.GetDuration", Args: []Set{text(key)}, Place: f.place(call.Pos())})}
			f.slotOf(id, join(path, strings.Join(at, ".")), in, set, must)
		})
		return
	}
	f.tags(pointer.Elem(), row, prefix, nil, func(at []string, value string, env []string) {
		args := []Set{text(""), text(value)}
		for i, name := range env {
			if i == 0 {
				args[0] = text(name)
			} else {
				args = append(args, text(name))
			}
		}
		set := Set{f.add(Term{Op: Call, Sym: knowledge.StructTag, Args: args, Place: f.place(call.Pos())})}
		f.slotOf(id, join(path, strings.Join(at, ".")), in, set, must)
	})
}

// reader is the call that is given an interface value, of a function that reads tags.
func reader(v *ssa.MakeInterface) (ssa.CallInstruction, knowledge.Tags) {
	named := func(call ssa.CallInstruction) (knowledge.Tags, bool) {
		obj := called(call.Common())
		if obj == nil {
			return knowledge.Tags{}, false
		}
		return knowledge.TagsOf(calls.FullName(obj))
	}
	for _, ref := range *v.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); ok {
			if row, ok := named(call); ok {
				return call, row
			}
		}
	}
	return nil, knowledge.Tags{}
}

const mostFields = 5 // one in another

// tags visits the fields that have a default.
func (f *function) tags(t types.Type, row knowledge.Tags, prefix string, path []string, visit func(path []string, value string, env []string)) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || len(path) >= mostFields {
		return
	}
	for i := range s.NumFields() {
		field := s.Field(i)
		at := append(path[:len(path):len(path)], field.Name())
		if number(field.Type()) {
			if value, env, ok := row.Field(s.Tag(i), at, prefix); ok {
				visit(at, value, env)
			}
			continue
		}
		f.tags(field.Type(), row, prefix, at, visit)
	}
}

// keys visits the fields that have a key of the configuration.
func (f *function) keys(t types.Type, row knowledge.Tags, path []string, front string, visit func(path []string, key string)) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || len(path) >= mostFields {
		return
	}
	for i := range s.NumFields() {
		key, ok := row.Keyed(s.Tag(i))
		if !ok {
			continue
		}
		at := append(path[:len(path):len(path)], s.Field(i).Name())
		if number(s.Field(i).Type()) {
			visit(at, join(front, key))
			continue
		}
		f.keys(s.Field(i).Type(), row, at, join(front, key), visit)
	}
}
