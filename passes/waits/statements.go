package waits

import (
	"cmp"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

var (
	// changes are functions by which reading changes something.
	changes = regexp.MustCompile(`\b(NEXTVAL|SETVAL|LASTVAL|GET_LOCK|RELEASE_LOCK|SLEEP|PG_[A-Z_]*(LOCK|SLEEP|NOTIFY|TERMINATE|CANCEL)[A-Z_]*|INTO)\b`)
	// writes are what a statement does not have that only reads.
	writes = regexp.MustCompile(`\b(INSERT|UPDATE|DELETE|MERGE|REPLACE|TRUNCATE|ANALYZE|ANALYSE)\b`)
	// insertion begins a statement that inserts; what stands between is SQLite's
	// and MySQL's way to say what becomes of a conflict.
	insertion = regexp.MustCompile(`^(REPLACE|INSERT\s+OR\s+(IGNORE|REPLACE)|INSERT\s+IGNORE)\s`)
	// nothing and update are conflict clauses; of an update, what is set.
	nothing = regexp.MustCompile(`\bON\s+CONFLICT\b.*\bDO\s+NOTHING\b`)
	update  = regexp.MustCompile(`\b(?:ON\s+CONFLICT\b.*\bDO\s+UPDATE\s+SET|ON\s+DUPLICATE\s+KEY\s+UPDATE)\s+(.*)`)
	// set is what an update sets.
	set = regexp.MustCompile(`^UPDATE\s+[\w"` + "`" + `.]+\s+SET\s+(.*?)(?:\s+(?:WHERE|FROM|RETURNING)\s.*)?$`)
	// given are values that the statement itself brings along, or makes of such.
	given = regexp.MustCompile(`^(EXCLUDED\.[\w"]+|VALUES\s*\([\w"` + "`" + `.]+\)|\$\d+|\?|[:@]\w+|-?\d+|'[^']*'|NULL|TRUE|FALSE)(::\w+)?$`)
	pure  = regexp.MustCompile(`^(?:LOWER|UPPER|TRIM|LTRIM|RTRIM|COALESCE|NULLIF|TO_TSVECTOR|SETWEIGHT|FROM_UNIXTIME|TO_TIMESTAMP|UNHEX)\s*\((.*)\)$`)
	// counting, more and toggling are what a column had, and something more or less,
	// or the opposite.
	counting = regexp.MustCompile(`^(?:(\w+)\.)?(\w+)\s*[-+]`)
	more     = regexp.MustCompile(`[-+]\s*(?:(\w+)\.)?(\w+)$`)
	toggling = regexp.MustCompile(`^NOT\s+(?:(\w+)\.)?(\w+)$`)
	first    = regexp.MustCompile(`^[A-Z]+`)
	// there are changes that ask first whether they have been made.
	there = regexp.MustCompile(`^(?:CREATE|DROP)\b.*?\b(IF (?:NOT )?EXISTS)\b|^ALTER\b.*\b(?:ADD|DROP)(?: COLUMN| CONSTRAINT)? (IF (?:NOT )?EXISTS)\b|^CREATE (OR REPLACE)\b`)
	// named and quoted are holes in which no more than a name or a value can be.
	named  = regexp.MustCompile(`\b(FROM|INTO|UPDATE|TABLE|JOIN|VIEW)\s+` + hole + `([\s(.])`)
	quoted = regexp.MustCompile(`(['"` + "`" + `])` + hole + `['"` + "`" + `]`)
	from   = regexp.MustCompile(`^DELETE\s+FROM\s+([\w"` + "`" + `.]+)`)
)

// statement says whether a statement that runs twice is like one that ran once:
// yes or no only where that is plain, and why. Of several that it may be, all
// must be alike.
func (b *builder) statement(v ssa.Value) (answer, why string) {
	for i, text := range b.texts(v) {
		one, because := repeatable(text)
		if i > 0 && one != answer {
			return "unknown", ""
		}
		answer, why = one, because
	}
	return answer, why
}

// repeatable is statement of a text. What may stand in a hole is not known, but a
// hole in brackets is a part of what is in them.
func repeatable(statement string) (answer, why string) {
	text := strings.Join(strings.Fields(strings.ToUpper(strings.TrimRight(strings.TrimSpace(statement), "; \t\n"))), " ")
	text = quoted.ReplaceAllString(named.ReplaceAllString(text, "$1 X$2"), "${1}X$1")
	verb := first.FindString(text)
	switch reads := !changes.MatchString(text); {
	case strings.Contains(text, ";"): // several
		return "unknown", ""
	case verb == "SELECT" && reads:
		return "yes", verb
	case verb == "WITH" && reads && !writes.MatchString(text):
		return "yes", "SELECT"
	case verb == "EXPLAIN" && !writes.MatchString(text):
		return "yes", verb
	case strings.Contains(outside(text), hole):
		return "unknown", ""
	case there.MatchString(text):
		m := there.FindStringSubmatch(text)
		return "yes", verb + " " + cmp.Or(m[1:]...)
	}
	switch verb {
	case "PRAGMA", "TRUNCATE", "ANALYZE", "VACUUM", "REINDEX", "REFRESH":
		return "yes", verb
	case "DELETE":
		if !strings.Contains(text, "RETURNING") && !some(text) {
			return "yes", verb
		}
	case "REPLACE", "INSERT":
		return inserts(text)
	case "UPDATE":
		m := set.FindStringSubmatch(text)
		switch {
		case m == nil || strings.Contains(text, "LIMIT"): // the next ones
		case sets(m[1]):
			return "yes", "UPDATE with given values"
		case changed(m[1]) != "":
			return "no", "UPDATE that " + changed(m[1])
		}
	}
	return "unknown", ""
}

// inserts is repeatable of a statement that inserts.
func inserts(text string) (answer, why string) {
	switch m := update.FindStringSubmatch(text); {
	case insertion.MatchString(text):
		return "yes", strings.Join(strings.Fields(insertion.FindString(text)), " ")
	case nothing.MatchString(text), m != nil && sets(m[1]):
		return "yes", "INSERT with a conflict clause"
	case m != nil && changed(m[1]) != "":
		return "no", "INSERT that " + changed(m[1])
	case m == nil && !strings.Contains(text, "EXISTS") && !strings.Contains(text, "ON CONFLICT"):
		return "no", "INSERT"
	}
	return "unknown", ""
}

// outside is a text without what is in brackets.
func outside(text string) string {
	var out strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth <= 0:
			out.WriteRune(c)
		}
	}
	return out.String()
}

// some: a deletion takes some of the rows, so that the next one takes others. Not
// so one of all rows but some, nor where it looks up one row of another table.
func some(text string) bool {
	if !strings.Contains(text, "LIMIT") {
		return false
	}
	m := from.FindStringSubmatch(text)
	if m == nil || strings.Contains(outside(text), "LIMIT") {
		return true
	}
	rest := text[len(m[0]):]
	for {
		before, after, found := strings.Cut(rest, "(")
		if !found {
			return false
		}
		depth, end := 1, 0
		for end < len(after) && depth > 0 {
			switch after[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
			end++
		}
		before = strings.TrimSpace(before)
		elsewhere := strings.HasSuffix(before, "=") && !strings.Contains(after[:end], m[1])
		if strings.Contains(after[:end], "LIMIT") && !elsewhere && !strings.HasSuffix(before, "NOT IN") {
			return true
		}
		rest = after[end:]
	}
}

// changed is what a SET clause does to a column that depends on what it had: it
// counts, or toggles; empty: neither.
func changed(clause string) string {
	for _, part := range parts(clause) {
		column, value, _ := strings.Cut(part, "=")
		column, value = strings.TrimSpace(column), strings.TrimSpace(value)
		for form, does := range map[*regexp.Regexp]string{counting: "counts", more: "counts", toggling: "toggles"} {
			if m := form.FindStringSubmatch(value); m != nil && m[2] == column && m[1] != "EXCLUDED" {
				return does
			}
		}
	}
	return ""
}

// sets: a SET clause gives its columns nothing but values that the statement
// brings along, not what they had before.
func sets(clause string) bool {
	clause, _, _ = strings.Cut(clause, " RETURNING ")
	for _, part := range parts(clause) {
		_, value, ok := strings.Cut(part, "=")
		if !ok || !brought(strings.TrimSpace(value)) {
			return false
		}
	}
	return true
}

// brought: the statement brings a value along, or makes it of such.
func brought(value string) bool {
	if given.MatchString(value) {
		return true
	}
	if left, right, found := strings.Cut(value, "||"); found {
		return brought(strings.TrimSpace(left)) && brought(strings.TrimSpace(right))
	}
	m := pure.FindStringSubmatch(value)
	if m == nil {
		return false
	}
	for _, arg := range parts(m[1]) {
		if !brought(strings.TrimSpace(arg)) {
			return false
		}
	}
	return true
}

// parts is what stands between the commas that are not in brackets.
func parts(list string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range list {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out, start = append(out, list[start:i]), i+1
		}
	}
	return append(out, list[start:])
}
