// Package statements reads SQL statements, as far as it takes to know what
// running one a second time does.
//
// It knows the words of a statement and their order, in any dialect: comments,
// quotes, brackets, placeholders, several statements in one text. It does not
// know the schema, nor where a statement is run.
package statements

import "strings"

// Hole stands in a text for a part of it that is not known: a table's name that
// is put in when the program runs.
const Hole = "\x00"

// Statement is one statement of a text.
type Statement struct {
	Verb    string   // INSERT, UPDATE, …, in capitals; that of a common table expression if it writes
	Table   string   // that it writes to, lower case; Hole if it is put in
	Columns []string // of an INSERT, lower case; nil: not named
	Values  []Value  // of an INSERT's first row, in the order of its columns
	Guarded bool     // an INSERT or UPDATE that asks whether it has been done
	Changed string   // the column that an UPDATE sets to something made of itself
	Text    string   // on one line
}

// Value is what one column of a row is set to.
type Value struct {
	Text string // the words, with a blank between two
	Slot int    // the number of the placeholder that is all of it, from 1; 0: not one
	Name string // of a named placeholder (:id, @id)
}

// Parse reads the statements of a text. A text that is no SQL has none.
func Parse(text string) []Statement {
	var out []Statement
	slots := 0
	for _, tokens := range split(scan(text)) {
		if s, ok := read(tokens, &slots); ok {
			out = append(out, s)
		}
	}
	return out
}

var verbs = map[string]bool{"INSERT": true, "UPDATE": true, "DELETE": true, "SELECT": true, "MERGE": true, "REPLACE": true, "UPSERT": true, "CALL": true, "EXEC": true, "TRUNCATE": true, "CREATE": true, "DROP": true, "ALTER": true}

// read reads one statement; slots counts the placeholders of the whole text.
func read(tokens []token, slots *int) (Statement, bool) {
	s := Statement{Text: join(tokens)}
	if len(tokens) == 0 {
		return s, false
	}
	number(tokens, slots)
	at := 0
	if tokens[0].word == "WITH" {
		// WITH x AS (INSERT … RETURNING …) SELECT …: what writes is what counts.
		at = -1
		for i, t := range tokens {
			if (t.word == "INSERT" || t.word == "UPDATE") && !after(tokens, i, "FOR", "DO", "KEY", "ON") {
				at = i
				break
			}
		}
		if at < 0 {
			s.Verb = "SELECT"
			return s, true
		}
	}
	s.Verb = tokens[at].word
	if !verbs[s.Verb] {
		return s, false
	}
	switch s.Verb {
	case "INSERT":
		return s, s.insert(tokens[at:])
	case "UPDATE":
		return s, s.update(tokens[at:])
	}
	return s, true
}

func after(tokens []token, i int, words ...string) bool {
	for _, w := range words {
		if i > 0 && tokens[i-1].word == w {
			return true
		}
	}
	return false
}

// insert reads INSERT [OR IGNORE] [INTO] table [(columns)] VALUES (…), … | SELECT …
func (s *Statement) insert(tokens []token) bool {
	i := 1
	for i < len(tokens) && tokens[i].word != "INTO" && !tokens[i].name {
		switch tokens[i].word {
		case "IGNORE", "REPLACE", "OVERWRITE":
			s.Guarded = true
		case "OR", "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "ABORT", "FAIL", "ROLLBACK":
		default:
			return false
		}
		i++
	}
	if i < len(tokens) && tokens[i].word == "INTO" {
		i++
	}
	s.Table, i = qualified(tokens, i)
	if s.Table == "" {
		return false
	}
	if i+1 < len(tokens) && tokens[i].word == "AS" {
		i += 2
	}
	if i < len(tokens) && tokens[i].text == "(" && !(i+1 < len(tokens) && tokens[i+1].word == "SELECT") {
		end := closing(tokens, i)
		for _, column := range commas(tokens[i+1 : end]) {
			s.Columns = append(s.Columns, strings.ToLower(join(column)))
		}
		i = min(end+1, len(tokens))
	}
	for j := i; j < len(tokens); j++ {
		switch tokens[j].word {
		case "VALUES":
			if s.Values == nil && j+1 < len(tokens) && tokens[j+1].text == "(" {
				for _, v := range commas(tokens[j+2 : closing(tokens, j+1)]) {
					s.Values = append(s.Values, value(v))
				}
			}
		case "CONFLICT", "DUPLICATE":
			s.Guarded = s.Guarded || after(tokens, j, "ON")
		case "EXISTS":
			s.Guarded = s.Guarded || after(tokens, j, "NOT")
		}
	}
	return true
}

// update reads UPDATE [ONLY] table [alias] SET a = …, b = … [FROM …] [WHERE …]
func (s *Statement) update(tokens []token) bool {
	i := 1
	for i < len(tokens) && (tokens[i].word == "ONLY" || tokens[i].word == "OR" || tokens[i].word == "IGNORE" || tokens[i].word == "LOW_PRIORITY") {
		i++
	}
	s.Table, i = qualified(tokens, i)
	for i < len(tokens) && tokens[i].word != "SET" && tokens[i].text != ":" {
		i++
	}
	if s.Table == "" || i == len(tokens) || tokens[i].word != "SET" {
		return false
	}
	where, end := -1, len(tokens)
	depth := 0
	for j := i + 1; j < len(tokens); j++ {
		switch {
		case tokens[j].text == "(":
			depth++
		case tokens[j].text == ")":
			if depth--; depth < 0 { // the end of a common table expression
				end = j
			}
		case depth == 0 && tokens[j].word == "WHERE" && where < 0:
			where = j
		case depth == 0 && (tokens[j].word == "RETURNING" || tokens[j].word == "FROM") && where < 0 && end == len(tokens):
			end = j
		}
		if depth < 0 {
			break
		}
	}
	sets := end
	if where >= 0 && where < end {
		sets = where
	}
	asked := map[string]bool{}
	if where >= 0 {
		asked = compared(tokens[where+1:])
	}
	for _, set := range commas(tokens[i+1 : sets]) {
		column, from := qualified(set, 0)
		column = last(column)
		if column == "" || from >= len(set) || set[from].text != "=" {
			continue
		}
		if asked[column] || asked["version"] || asked["revision"] || asked["rev"] || asked["lock_version"] || asked["xmin"] || asked["etag"] {
			s.Guarded = true // it changes what it asks for, and finds it no more
		}
		if s.Changed == "" && relative(set[from+1:], column) {
			s.Changed = column
		}
	}
	return true
}

// relative reports whether an expression adds to or takes from the column: a
// plus, minus, product or concatenation beside it, at any depth.
func relative(expr []token, column string) bool {
	for i, t := range expr {
		if !t.name || !t.is(column) {
			continue
		}
		if i+1 < len(expr) && expr[i+1].text == "." {
			continue // a table of that name
		}
		for _, o := range expr {
			switch o.text {
			case "+", "-", "*", "/", "||":
				return true
			}
		}
		for _, o := range expr {
			if o.word == "CONCAT" || o.word == "ARRAY_APPEND" || o.word == "JSON_ARRAY_APPEND" {
				return true
			}
		}
	}
	return false
}

// compared are the columns of a condition that are asked to be one value, or
// none.
func compared(tokens []token) map[string]bool {
	out := map[string]bool{}
	for i, t := range tokens {
		if !t.name || i+1 == len(tokens) {
			continue
		}
		next := tokens[i+1]
		if next.text == "=" || next.word == "IS" || next.word == "IN" || next.text == "<>" || next.text == "!=" {
			out[strings.ToLower(t.text)] = true
		}
	}
	return out
}

// Harm is what a second run of the statement does beyond the first, as a
// message says it; "" if nothing, or nothing that is known. A column by which the
// database knows the row again is nobody's harm; fresh tells whether the value of
// a column is another one each time.
func (s Statement) Harm(fresh func(Value) bool) string {
	switch {
	case s.Guarded:
		return ""
	case s.Verb == "INSERT" && len(s.Columns) > 0 && !s.recognized(fresh):
		return "the row is there twice"
	case s.Verb == "UPDATE" && s.Changed != "" && !bookkeeping(s.Changed):
		return s.Changed + " is changed twice"
	}
	return ""
}

// bookkeeping: a version or a count of attempts may go up twice.
func bookkeeping(column string) bool {
	for _, word := range [...]string{"version", "revision", "attempt", "retry", "retries", "tries", "epoch", "generation"} {
		if strings.Contains(column, word) {
			return true
		}
	}
	return false
}

// recognized reports whether the row brings something by which the database
// refuses it the second time: a key of its own, a name there is only one of, or
// nothing but references.
func (s Statement) recognized(fresh func(Value) bool) bool {
	references := 0
	for i, column := range s.Columns {
		column = last(column)
		if strings.HasSuffix(column, "_id") {
			references++
		}
		if !own(column) && column != singular(last(s.Table))+"_id" {
			continue
		}
		var v Value
		if i < len(s.Values) {
			v = s.Values[i]
		}
		if !v.made() && !fresh(v) {
			return true
		}
	}
	return references == len(s.Columns)
}

func singular(table string) string { return strings.TrimSuffix(table, "s") }

var keys = map[string]bool{
	"id": true, "uuid": true, "guid": true, "ulid": true, "key": true, "hash": true, "token": true, "digest": true, "checksum": true, "fingerprint": true,
	"email": true, "username": true, "user_name": true, "login": true, "slug": true, "sku": true, "isbn": true, "iban": true, "hostname": true, "fqdn": true,
	"idempotency_key": true, "request_id": true, "event_id": true, "message_id": true, "msg_id": true, "external_id": true, "transaction_id": true, "tx_id": true, "dedup_id": true, "dedupe_key": true, "dedup_key": true, "operation_id": true, "correlation_id": true, "trace_id": true, "span_id": true, "object_id": true, "oid": true,
}

// own reports whether a column's name says that there is one row of each value.
func own(column string) bool {
	if keys[column] {
		return true
	}
	for _, suffix := range [...]string{"_uuid", "_guid", "_key", "_hash", "_token", "_slug", "_email"} {
		if strings.HasSuffix(column, suffix) {
			return true
		}
	}
	return false
}

// made reports whether the database makes the value itself, anew each time.
func (v Value) made() bool {
	text := strings.ToUpper(v.Text)
	for _, word := range [...]string{"DEFAULT", "NEXTVAL", "UUID", "RANDOM", "NEWID", "RAND", "NULL", "SEQ"} {
		if strings.Contains(text, word) && v.Slot == 0 && v.Name == "" {
			return true
		}
	}
	return false
}
