package idempotency

import (
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/statements"
)

// inserting are methods of libraries that write rows without a statement in
// sight: one row more each time.
var inserting = map[string]bool{
	"(*gorm.io/gorm.DB).Create": true, "(*gorm.io/gorm.DB).CreateInBatches": true,
	"(*xorm.io/xorm.Engine).Insert": true, "(*xorm.io/xorm.Engine).InsertOne": true, "(xorm.io/xorm.EngineInterface).Insert": true, "(xorm.io/xorm.Interface).Insert": true, "(xorm.io/xorm.Interface).InsertOne": true,
	"(github.com/upper/db/v4.Collection).Insert": true, "(github.com/upper/db/v4.Collection).InsertReturning": true,
	"(*github.com/go-pg/pg/v10/orm.Query).Insert":               true,
	"(*github.com/uptrace/bun.InsertQuery).Exec":                true,
	"(*go.mongodb.org/mongo-driver/mongo.Collection).InsertOne": true, "(*go.mongodb.org/mongo-driver/mongo.Collection).InsertMany": true,
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).InsertOne": true, "(*go.mongodb.org/mongo-driver/v2/mongo.Collection).InsertMany": true,
}

// unless are links of a builder's chain that make a second time harmless, or
// begin a transaction.
var unless = regexp.MustCompile(`^(OnConflict\w*|On|Ignore|OnDuplicate\w*|Suffix|SuffixExpr|Begin\w*|FirstOrCreate|SetID|Tx)$`)

// inserts reads a call by which a library writes a row, or changes a column by
// what it holds.
func (s scope) inserts(call ssa.CallInstruction, fn *types.Func, a *Act) bool {
	c := call.Common()
	name := calls.FullName(fn)
	links := chain(c)
	for _, link := range links {
		if unless.MatchString(calleeName(link.Common())) && !squirrel(qualified(link.Common())) || s.conflicts(link) {
			return false
		}
	}
	switch {
	case inserting[name]:
		a.Kind, a.Harm = Statement, "the row is there twice"
		if strings.Contains(name, "/mongo.") {
			a.Harm = "the document is there twice"
		}
		for _, arg := range arguments(c) {
			if !calls.IsContext(arg.Type()) && s.ownKey(arg) {
				a.Keyed = true
			}
		}
		return true
	case strings.HasPrefix(name, "(*gorm.io/gorm.DB).Update"):
		for _, arg := range arguments(c) {
			if column := changed(arg); column != "" {
				a.Kind, a.Harm = Statement, column+" is changed twice"
				return true
			}
		}
	case squirrel(name) && (strings.HasPrefix(fn.Name(), "Exec") || strings.HasPrefix(fn.Name(), "QueryRow") || fn.Name() == "Scan"):
		a.Kind, a.Text = Statement, s.assembled(links)
		return a.Text != nil
	case fn.Name() == "Save" || fn.Name() == "Exec":
		// ent: client.Order.Create().SetBuyer(b).Save(ctx).
		recv := ""
		if r := fn.Signature().Recv(); r != nil {
			recv = calls.Named(deref(r.Type()))
		}
		if strings.HasSuffix(recv, "Create") && strings.Contains(recv, "/ent.") {
			a.Kind, a.Harm = Statement, "the row is there twice"
			return true
		}
	}
	return false
}

// conflicts: gorm's Clauses(clause.OnConflict{…}).
func (s scope) conflicts(link *ssa.Call) bool {
	if calleeName(link.Common()) != "Clauses" {
		return false
	}
	for _, arg := range arguments(link.Common()) {
		for _, part := range spread(arg) {
			if strings.HasSuffix(calls.Named(deref(part.Type())), "clause.OnConflict") || strings.HasSuffix(calls.Named(deref(part.Type())), "clause.Insert") {
				return true
			}
		}
	}
	return false
}

// ownKey reports whether a row or document brings its own key: a field of that
// meaning is set, or may be, out of sight.
func (s scope) ownKey(v ssa.Value) bool {
	base, _ := s.base(strip(v))
	if m := mapOf(strip(v)); m != nil {
		for _, key := range m {
			if key == "_id" || recognizes(key) {
				return true
			}
		}
		return false
	}
	st, ok := deref(strip(v).Type()).Underlying().(*types.Struct)
	if !ok {
		return true // rows, or something that only the program knows
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if recognizes(f.Name()) {
			return true
		}
		if !isKey(f, st.Tag(i)) {
			continue
		}
		if base != nil && len(slot(base, i)) > 0 {
			for _, val := range slot(base, i) {
				if s.origin(val).Fresh == "" {
					return true
				}
			}
			return false
		}
		b, basic := f.Type().Underlying().(*types.Basic)
		number := basic && b.Info()&types.IsInteger != 0
		if base == nil && !number || !number && basic && b.Info()&types.IsString != 0 && base == nil {
			return true // a text, or an object of its own, that somebody else has set
		}
		return false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); f.Embedded() && f.Name() != "Model" && f.Name() != "BaseModel" {
			return true // perhaps in there
		}
	}
	return false
}

// mapOf are the keys of a map literal, or of a list of pairs.
func mapOf(v ssa.Value) []string {
	m, ok := v.(*ssa.MakeMap)
	if !ok {
		return nil
	}
	keys := []string{""}
	for _, ref := range *m.Referrers() {
		if up, ok := ref.(*ssa.MapUpdate); ok {
			keys = append(keys, constText(up.Key))
		}
	}
	return keys
}

func isKey(f *types.Var, tag string) bool {
	t := reflect.StructTag(tag)
	if strings.Contains(strings.ToLower(t.Get("gorm")), "primarykey") || strings.Contains(strings.ToLower(t.Get("gorm")), "primary_key") || strings.HasPrefix(t.Get("bson"), "_id") || strings.Contains(t.Get("xorm"), "pk") {
		return true
	}
	return f.Name() == "ID" || f.Name() == "Id" || f.Name() == "UUID"
}

var increment = regexp.MustCompile(`^\s*(\w+)\s*[-+*|]`)

// changed is the column that gorm.Expr("n - ?", 1) takes from.
func changed(v ssa.Value) string {
	for _, part := range spread(v) {
		values := []ssa.Value{part}
		if m, ok := strip(part).(*ssa.MakeMap); ok {
			for _, ref := range *m.Referrers() {
				if up, ok := ref.(*ssa.MapUpdate); ok {
					values = append(values, up.Value)
				}
			}
		}
		for _, val := range values {
			call, ok := single(val).(*ssa.Call)
			if !ok || qualified(call.Common()) != "gorm.io/gorm.Expr" {
				continue
			}
			if m := increment.FindStringSubmatch(constText(call.Call.Args[0])); m != nil {
				return m[1]
			}
		}
	}
	return ""
}

func squirrel(name string) bool {
	return strings.HasPrefix(name, "(github.com/Masterminds/squirrel.InsertBuilder)") || strings.HasPrefix(name, "(github.com/Masterminds/squirrel.UpdateBuilder)")
}

// assembled is the statement that a chain of squirrel's builds.
func (s scope) assembled(links []*ssa.Call) []Text {
	table, columns, rest := "", "", ""
	for _, link := range links {
		args := arguments(link.Common())
		switch calleeName(link.Common()) {
		case "Insert", "Into":
			table = "INSERT INTO " + text(s, args)
		case "Columns":
			var names []string
			for _, part := range spread(args[len(args)-1]) {
				names = append(names, constText(part))
			}
			columns = " (" + strings.Join(names, ", ") + ") VALUES (" + strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ") + ")"
		case "Suffix", "Options":
			rest += " " + text(s, args)
			for _, part := range spread(args[0]) {
				rest += " " + constText(part)
			}
		case "RunWith":
			if len(args) > 0 && strings.HasSuffix(calls.Named(deref(strip(args[0]).Type())), "Tx") {
				return nil
			}
		}
	}
	if table == "" || columns == "" || strings.Contains(rest, "IGNORE") {
		return nil
	}
	return []Text{lit(table + columns + rest)}
}

func text(s scope, args []ssa.Value) string {
	if len(args) == 0 {
		return statements.Hole
	}
	known, _ := s.texts(args[0])[0].known()
	return known
}

// creates reads a call that creates an object of a cluster under a name that the
// server, or the attempt, makes up.
func (s scope) creates(call ssa.CallInstruction, fn *types.Func, a *Act) bool {
	if fn.Name() != "Create" || s.hasBody(call.Common()) {
		return false
	}
	args := arguments(call.Common())
	if len(args) < 2 || !calls.IsContext(args[0].Type()) {
		return false
	}
	options := calls.Named(deref(args[len(args)-1].Type())) == "k8s.io/apimachinery/pkg/apis/meta/v1.CreateOptions"
	if !options && !strings.HasPrefix(qualified(call.Common()), "(sigs.k8s.io/controller-runtime/pkg/client.") {
		return false
	}
	a.Kind, a.Keyed, a.Harm = Object, true, "the object is there twice"
	name, generated := s.naming(strip(args[1]))
	if generated && name == nil {
		a.Keyed = false
	} else if name != nil {
		// Under a name of its own the second is refused, unless each attempt has another.
		a.Keyed, a.Slots = false, []Origin{*name}
	}
	return true
}

// naming is how an object is named: by a value, or by the server.
func (s scope) naming(v ssa.Value) (name *Origin, generated bool) {
	base, _ := s.base(v)
	if base == nil {
		return nil, false
	}
	var look func(v ssa.Value)
	look = func(v ssa.Value) {
		for _, ref := range *v.Referrers() {
			fa, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			switch fieldName(fa.X.Type(), fa.Field) {
			case "ObjectMeta":
				look(fa)
				for _, val := range stored(fa) {
					if load, ok := val.(*ssa.UnOp); ok {
						look(load.X)
					}
				}
			case "GenerateName":
				generated = generated || len(stored(fa)) > 0
			case "Name":
				for _, val := range stored(fa) {
					o := s.origin(val)
					name = &o
				}
			}
		}
	}
	look(base)
	return name, generated
}
