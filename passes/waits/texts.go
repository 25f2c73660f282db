package waits

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
)

const (
	hole  = "\x00" // what is put into a text when the program runs
	round = "\x01" // what the text was in the round of a loop before

	mostTexts = 12  // that a value may be
	mostSteps = 400 // values that are looked at
)

var unknownText = []string{hole}

// texts are what a string may be, with a hole for each part that is not constant.
func (b *builder) texts(v ssa.Value) []string {
	r := reader{b, map[*ssa.Phi][]string{}, map[*ssa.Phi]bool{}, mostSteps}
	return few(r.of(v))
}

type reader struct {
	*builder
	known map[*ssa.Phi][]string
	open  map[*ssa.Phi]bool
	steps int
}

func (r *reader) of(v ssa.Value) []string {
	if r.steps--; r.steps < 0 || v == nil {
		return unknownText
	}
	switch v := v.(type) {
	case *ssa.Const:
		if text, ok := bounds.Text(v); ok {
			return []string{text}
		}
	case *ssa.ChangeType:
		return r.of(v.X)
	case *ssa.MakeInterface:
		if number(v.X.Type()) {
			return []string{"0"}
		}
		return r.of(v.X)
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return join(r.of(v.X), r.of(v.Y))
		}
	case *ssa.Phi:
		return r.either(v)
	case *ssa.Slice:
		return r.cut(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.load(v)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return r.result(call)
		}
	case *ssa.Call:
		return r.result(v)
	}
	return unknownText
}

func join(starts, ends []string) []string {
	var out []string
	for _, x := range starts {
		for _, y := range ends {
			out = append(out, x+strings.ReplaceAll(y, round, hole))
		}
	}
	return few(out)
}

// few leaves out what is there twice, and of too many keeps what all begin with.
func few(texts []string) []string {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if len(texts) <= mostTexts {
		return texts
	}
	first, last := texts[0], texts[len(texts)-1] // the others are between
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return []string{first[:n] + hole}
}

// either is one of several texts, or what a loop makes of one.
func (r *reader) either(v *ssa.Phi) []string {
	if r.open[v] {
		return []string{round}
	}
	if known, ok := r.known[v]; ok {
		return known
	}
	r.open[v] = true
	var out []string
	grows, around := false, false
	for _, edge := range v.Edges {
		for _, t := range r.of(edge) {
			if more, again := strings.CutPrefix(t, round); again {
				around, grows = true, grows || more != ""
			} else {
				out = append(out, t)
			}
		}
	}
	delete(r.open, v)
	if grows {
		out = join(out, []string{"", hole})
	}
	switch {
	case len(r.open) > 0 && around: // whose round it was is not known
		return append(out, round+hole)
	case len(out) == 0:
		return unknownText
	case len(r.open) == 0:
		r.known[v] = few(out)
	}
	return few(out)
}

// cut is text[:n], and text[:len(text)-n].
func (r *reader) cut(v *ssa.Slice) []string {
	if !text(v.X.Type()) || v.Low != nil {
		return unknownText
	}
	all := slices.Clone(r.of(v.X))
	less := int64(0)
	if v.High != nil {
		sub, ok := v.High.(*ssa.BinOp)
		if !ok || sub.Op != token.SUB {
			return unknownText
		}
		if less, ok = constantInt(sub.Y); !ok {
			return unknownText
		}
	}
	for i, t := range all {
		switch kept := len(t) - int(less); {
		case strings.HasSuffix(t, hole):
		case kept < 0 || strings.Contains(t[kept:], hole) || strings.Contains(t[kept:], round):
			all[i] = t + hole
		default:
			all[i] = t[:kept]
		}
	}
	return all
}

// load is what a variable holds, or any element of a literal.
func (r *reader) load(v *ssa.UnOp) []string {
	switch addr := v.X.(type) {
	case *ssa.Alloc:
		if s := lastStore(addr, v); s != nil {
			return r.of(s.Val)
		}
	case *ssa.FreeVar:
		if alloc, ok := r.program.Binding(addr).(*ssa.Alloc); ok {
			if s := lastStore(alloc, r.program.Makes[addr.Parent()]); s != nil {
				return r.of(s.Val)
			}
		}
	case *ssa.IndexAddr:
		var out []string
		for _, e := range elements(addr.X) {
			out = append(out, r.of(e)...)
		}
		if len(out) > 0 {
			return few(out)
		}
	}
	return unknownText
}

// elements are those of a slice or an array that is written down, in order; nil:
// it is not, or something may change it.
func elements(v ssa.Value) []ssa.Value {
	all := []ssa.Value{v}
	if s, ok := v.(*ssa.Slice); ok && s.Low == nil && s.High == nil {
		all = append(all, s.X)
	}
	var out []ssa.Value
	made, ok := all[len(all)-1].(*ssa.Alloc)
	if !ok {
		return nil
	}
	at := map[int64]ssa.Value{}
	for _, v := range all {
		for _, ref := range *v.Referrers() {
			addr, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range *addr.Referrers() {
				store, ok := use.(*ssa.Store)
				if !ok {
					continue
				}
				n, fixed := constantInt(addr.Index)
				if !fixed || v != ssa.Value(made) || at[n] != nil {
					return nil
				}
				at[n] = store.Val
			}
		}
	}
	for n := range int64(len(at)) {
		if at[n] == nil {
			return nil
		}
		out = append(out, at[n])
	}
	return out
}

// result is the text that a call makes of others.
func (r *reader) result(call *ssa.Call) []string {
	obj, args := callee(call.Common()), call.Call.Args
	if obj == nil || call.Call.IsInvoke() || len(args) == 0 {
		return unknownText
	}
	switch full := calls.FullName(obj); {
	case full == "fmt.Sprintf":
		var out []string
		for _, format := range r.of(args[0]) {
			out = append(out, r.format(format, elements(args[1]))...)
		}
		return few(out)
	case full == "strconv.Itoa", full == "strconv.FormatInt", full == "strconv.FormatUint":
		return []string{"0"}
	case full == "strings.TrimSpace", full == "github.com/jmoiron/sqlx.In", full == "github.com/jmoiron/sqlx.Named":
		return r.of(args[0])
	case full == "strings.ReplaceAll", full == "strings.Replace":
		if old, ok := bounds.Text(args[1]); ok && old != "" {
			var out []string
			for _, t := range r.of(args[0]) {
				for _, new := range r.of(args[2]) {
					out = append(out, strings.ReplaceAll(t, old, strings.ReplaceAll(new, round, hole)))
				}
			}
			return few(out)
		}
	case obj.Name() == "Rebind" && strings.HasPrefix(full, "(*github.com/jmoiron/sqlx."):
		return r.of(args[len(args)-1])
	case reads(calls.Named(args[0].Type())):
		switch obj.Name() {
		case "Build", "BuildWithFlavor", "String", "ToSql", "MustSql":
			return []string{"SELECT " + hole}
		}
	}
	return unknownText
}

// reads: a builder of statements that read.
func reads(builder string) bool {
	return builder == "github.com/huandu/go-sqlbuilder.SelectBuilder" || builder == "github.com/Masterminds/squirrel.SelectBuilder"
}

// format is what fmt.Sprintf makes; the values are in order, none where they are
// not known.
func (r *reader) format(format string, values []ssa.Value) []string {
	out := []string{""}
	next := 0
	for {
		plain, verb, found := strings.Cut(format, "%")
		out = join(out, []string{plain})
		if !found {
			return out
		}
		n := strings.IndexFunc(verb, func(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '%' })
		if n < 0 {
			return join(out, unknownText)
		}
		flags, kind := verb[:n], verb[n]
		format = verb[n+1:]
		if kind == '%' {
			out = join(out, []string{"%"})
			continue
		}
		if at, ok := strings.CutPrefix(flags, "["); ok { // %[1]s
			number, _, _ := strings.Cut(at, "]")
			which, err := strconv.Atoi(number)
			if err != nil {
				return join(out, unknownText)
			}
			next, flags = which-1, ""
		}
		put := unknownText
		switch {
		case kind == 'd':
			put = []string{"0"}
		case (kind == 's' || kind == 'v') && flags == "" && next >= 0 && next < len(values):
			put = r.of(values[next])
		}
		out = join(out, put)
		next++
	}
}
