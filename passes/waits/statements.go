package waits

import (
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
)

var (
	// changes are functions by which reading changes something.
	changes = regexp.MustCompile(`\b(NEXTVAL|SETVAL|LASTVAL|GET_LOCK|RELEASE_LOCK|SLEEP|PG_[A-Z_]*(LOCK|SLEEP|NOTIFY|TERMINATE|CANCEL)[A-Z_]*|INTO)\b`)
	// insertion begins a statement that inserts; what stands between is SQLite's
	// and MySQL's way to say what becomes of a conflict.
	insertion = regexp.MustCompile(`^(REPLACE|INSERT\s+OR\s+(IGNORE|REPLACE)|INSERT\s+IGNORE)\s`)
	// nothing and update are conflict clauses; of an update, what is set.
	nothing = regexp.MustCompile(`\bON\s+CONFLICT\b.*\bDO\s+NOTHING\b`)
	update  = regexp.MustCompile(`\b(?:ON\s+CONFLICT\b.*\bDO\s+UPDATE\s+SET|ON\s+DUPLICATE\s+KEY\s+UPDATE)\s+(.*)`)
	// given are values that the statement itself brings along.
	given = regexp.MustCompile(`^(EXCLUDED\.[\w"]+|VALUES\s*\([\w"` + "`" + `.]+\)|\$\d+|\?|[:@]\w+|-?\d+|'[^']*'|NULL|TRUE|FALSE)$`)
	first = regexp.MustCompile(`^[A-Z]+`)
	// set is what an update sets.
	set = regexp.MustCompile(`^UPDATE\s+[\w"` + "`" + `.]+\s+SET\s+(.*?)(?:\s+WHERE\s.*)?$`)
	// counting gives a column what it had, and something more or less.
	counting = regexp.MustCompile(`\b(\w+)\s*=\s*(\w+\.)?(\w+)\s*[-+]`)
)

// begins is the part of a statement up to what is put into it when the program
// runs; whole: there is no such part. Of several that it may be, where they begin
// alike.
func begins(v ssa.Value, depth int) (text string, whole, ok bool) {
	if depth > 8 {
		return "", false, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		text, ok = bounds.Text(v)
		return text, true, ok
	case *ssa.BinOp:
		if v.Op == token.ADD {
			text, whole, ok = begins(v.X, depth+1)
			more, all, known := begins(v.Y, depth+1)
			if ok && whole && known {
				return text + more, all, true
			}
			return text, false, ok
		}
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if edge == ssa.Value(v) {
				continue
			}
			one, _, known := begins(edge, depth+3)
			if !known || text != "" && first.FindString(strings.ToUpper(strings.TrimSpace(one))) != first.FindString(strings.ToUpper(strings.TrimSpace(text))) {
				return "", false, false
			}
			if text == "" {
				text = one
			}
		}
		return text, false, text != ""
	case *ssa.Call:
		obj := callee(v.Common())
		if obj == nil || v.Call.IsInvoke() {
			return "", false, false
		}
		switch full := calls.FullName(obj); {
		case full == "fmt.Sprintf" && len(v.Call.Args) > 0:
			text, _, ok = begins(v.Call.Args[0], depth+1)
			text, _, _ = strings.Cut(text, "%")
			return text, false, ok
		case obj.Name() == "Rebind" && strings.HasPrefix(full, "(*github.com/jmoiron/sqlx."):
			return begins(v.Call.Args[len(v.Call.Args)-1], depth+1)
		}
	}
	return "", false, false
}

// beginning is repeatable of a statement of which only its beginning is known:
// what reads goes on reading.
func beginning(text string) (answer, why string) {
	answer, why = repeatable(strings.TrimRight(strings.TrimSpace(text), ";"))
	if answer == "yes" && why == "SELECT" {
		return answer, why
	}
	return "unknown", ""
}

// repeatable says whether a statement that runs twice is like one that ran once:
// yes or no only where that is plain, and why.
func repeatable(statement string) (answer, why string) {
	text := strings.Join(strings.Fields(strings.ToUpper(strings.TrimRight(strings.TrimSpace(statement), "; \t\n"))), " ")
	verb := first.FindString(text)
	switch {
	case strings.Contains(text, ";"): // several
	case verb == "PRAGMA":
		return "yes", verb
	case verb == "SELECT" && !changes.MatchString(text):
		return "yes", verb
	case verb == "DELETE" && !strings.Contains(text, "LIMIT") && !strings.Contains(text, "RETURNING"): // else the next ones
		return "yes", verb
	case insertion.MatchString(text):
		return "yes", strings.Join(strings.Fields(insertion.FindString(text)), " ")
	case verb == "INSERT" && nothing.MatchString(text):
		return "yes", verb + " with a conflict clause"
	case verb == "INSERT" && update.MatchString(text):
		if sets(update.FindStringSubmatch(text)[1]) {
			return "yes", verb + " with a conflict clause"
		}
	case verb == "UPDATE" && set.MatchString(text):
		switch what := set.FindStringSubmatch(text)[1]; {
		case sets(what):
			return "yes", "UPDATE with given values"
		case counts(what):
			return "no", "UPDATE that counts"
		}
	case verb == "INSERT" && !strings.Contains(text, "EXISTS") && !strings.Contains(text, "ON CONFLICT"):
		return "no", verb
	}
	return "unknown", ""
}

// counts: a SET clause gives a column what it had and something more or less.
func counts(clause string) bool {
	for _, m := range counting.FindAllStringSubmatch(clause, -1) {
		if m[1] == m[3] {
			return true
		}
	}
	return false
}

// sets: a SET clause gives its columns nothing but values that the statement
// brings along, not what they had before.
func sets(clause string) bool {
	clause, _, _ = strings.Cut(clause, " RETURNING ")
	for part := range strings.SplitSeq(clause, ",") {
		_, value, ok := strings.Cut(part, "=")
		if !ok || !given.MatchString(strings.TrimSpace(value)) {
			return false
		}
	}
	return true
}
