package waits

import (
	"regexp"
	"strings"
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
)

// repeatable says whether a statement that runs twice is like one that ran once:
// yes or no only where that is plain, and why.
func repeatable(statement string) (answer, why string) {
	text := strings.Join(strings.Fields(strings.ToUpper(strings.TrimRight(strings.TrimSpace(statement), "; \t\n"))), " ")
	verb := first.FindString(text)
	switch {
	case strings.Contains(text, ";"): // several
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
	case verb == "INSERT" && !strings.Contains(text, "EXISTS") && !strings.Contains(text, "ON CONFLICT"):
		return "no", verb
	}
	return "unknown", ""
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
