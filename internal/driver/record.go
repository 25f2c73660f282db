package driver

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// The kinds of entries. A record and what it points to are entries of their
// own: most runs need the records only.
const (
	kindUses    = "uses"      // by baseKey: what a package of the project names of its imports
	kindRecord  = "package"   // by the package's key: a record
	kindFacts   = "facts"     // by content: the facts about it
	kindOutside = "outside"   // by outsideKey: what a package outside the project declares
	kindTrimmed = "libraries" // by trimmedKey: what was read of dependencies, as far as a project needs it
	kindGraph   = "graph"     // by invocation and structure: what the go command said
	kindWatch   = "watch"     // by invocation: where to look for changes, and what was there
	kindRun     = "run"       // by invocation and state: what was found
)

// record is what is kept of an analysed package.
type record struct {
	Diagnostics []Diagnostic
	Directives  []Directive
	LeftOut     []leftout.Item
	Results     [][]byte // of the collected analyzers, in order
	Sizes       factSizes
	Elsewhere   []lineElsewhere // lines of other packages that it names
	Expires     time.Time       // when it says something else with nothing changed; zero: never

	Exported bool // importers have what they need: what follows
	Print    print
	Facts    cache.Key // of the entry that holds them
}

// lineElsewhere is a line as it was.
type lineElsewhere struct {
	File string
	Line int
	Text string
}

func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(v)
	return buf.Bytes(), err
}

func decode(data []byte, v any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(v) }

// encodeResults turns the collected results into bytes.
func (p *plan) encodeResults(results []any) ([][]byte, error) {
	var out [][]byte
	for i, result := range results {
		data, err := encode(result)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.kept[i].Name, err)
		}
		out = append(out, data)
	}
	return out, nil
}

// decodeResults is the inverse.
func (p *plan) decodeResults(data [][]byte) ([]any, error) {
	var out []any
	for i, one := range data {
		value := reflect.New(p.kept[i].ResultType)
		if err := gob.NewDecoder(bytes.NewReader(one)).DecodeValue(value); err != nil {
			return nil, err
		}
		out = append(out, value.Elem().Interface())
	}
	return out, nil
}

// keeps reports whether every collected result survives being kept; if not,
// the analyzer whose result does not, and why.
func (p *plan) keeps() error {
	for _, a := range p.kept {
		if why := lost(a.ResultType, map[reflect.Type]bool{}); why != "" {
			return fmt.Errorf("the result of %s cannot be kept: %s", a.Name, why)
		}
	}
	return nil
}

// lost says what of a type gob would leave behind without a word.
func lost(t reflect.Type, seen map[reflect.Type]bool) string {
	if seen[t] || t.Implements(reflect.TypeFor[gob.GobEncoder]()) {
		return ""
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return lost(t.Elem(), seen)
	case reflect.Map:
		if why := lost(t.Key(), seen); why != "" {
			return why
		}
		return lost(t.Elem(), seen)
	case reflect.Struct:
		for field := range t.Fields() {
			if !field.IsExported() {
				return fmt.Sprintf("field %s of %v is not exported", field.Name, t)
			}
			if why := lost(field.Type, seen); why != "" {
				return why
			}
		}
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Sprintf("%v is no plain value", t)
	}
	return ""
}

func kindName(t reflect.Type) string { return t.Elem().PkgPath() + "." + t.Elem().Name() }

// factTypes are the types of facts that the analyzers of a plan know, by name.
func (p *plan) factTypes() map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for _, a := range p.all {
		for _, fact := range a.FactTypes {
			t := reflect.TypeOf(fact)
			out[kindName(t)] = t
		}
	}
	return out
}

func newFact(t reflect.Type) analysis.Fact {
	fact, _ := reflect.New(t.Elem()).Interface().(analysis.Fact)
	return fact
}
