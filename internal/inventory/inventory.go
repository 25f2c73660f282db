// Package inventory sets the timeouts of a module beside what was measured of
// the dependencies they belong to.
//
// It knows rows in an order, latency profiles, and when a value fits one. It
// does not know how timeouts are found (passes/inventory) or printed
// (internal/report).
package inventory

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/inventory"
)

// Row is one effective timeout, with its place as the user knows it.
type Row struct {
	File         string // relative to the directory of the run, with slashes
	Line, Column int
	Package      string // import path
	Function     string // "T.Method" for a method; empty outside of any
	Stage        inventory.Stage
	What         string // full name of the field, option or call
	How          inventory.How
	Value        inventory.Value
	Dependencies []string // given to budget.New, or by the configuration
}

// Rows are a package's timeouts as rows.
func Rows(dir, path string, timeouts []inventory.Timeout) []Row {
	var rows []Row
	for _, t := range timeouts {
		file, err := filepath.Rel(dir, t.Pos.Filename)
		if err != nil {
			file = t.Pos.Filename
		}
		rows = append(rows, Row{
			File: filepath.ToSlash(file), Line: t.Pos.Line, Column: t.Pos.Column,
			Package: path, Function: t.Function, Stage: t.Stage, What: t.Knob, How: t.How, Value: t.Value,
			Dependencies: t.Dependencies,
		})
	}
	return rows
}

// The orders of a list of rows.
const (
	ByPlace = "place" // package, file, line
	ByStage = "stage" // in the order in which a call meets them
	ByValue = "value" // the longest first, beginning with what never ends; unknown last
)

// Orders are the orders there are.
func Orders() []string { return []string{ByPlace, ByStage, ByValue} }

// Sort puts rows in one of the orders; rows that are equal in it by place.
func Sort(rows []Row, by string) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		order := 0
		switch by {
		case ByStage:
			order = cmp.Compare(rank(a.Stage), rank(b.Stage))
		case ByValue:
			order = cmp.Or(cmp.Compare(weight(a.Value), weight(b.Value)), cmp.Compare(b.Value.Hi, a.Value.Hi))
		}
		return cmp.Or(order,
			strings.Compare(a.Package, b.Package), strings.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.What, b.What))
	})
}

// stages in the order in which a call meets them; any other comes after.
var stages = []inventory.Stage{
	"acquire", "pool", "connect", "tls", "header", "read", "write", "attempt", "total", "context", "handler",
	"floor", "reserve", "retry", "poll", "lock", "timer", "shutdown", "idle", "keepalive", "lifetime", "open",
}

func rank(s inventory.Stage) int {
	if i := slices.Index(stages, s); i >= 0 {
		return i
	}
	return len(stages)
}

func weight(v inventory.Value) int {
	return slices.Index([]inventory.Kind{inventory.Never, inventory.Exact, inventory.Inherited, inventory.Off, inventory.Unknown},
		cmp.Or(map[inventory.Kind]inventory.Kind{inventory.Range: inventory.Exact}[v.Kind], v.Kind))
}

// Assign gives rows to dependencies by the places the user names: an import
// path, or an import path with a function, type or method in it. It returns the
// places that no row is in.
func Assign(rows []Row, places map[string][]string) (unused []string) {
	for dependency, list := range places {
		for _, place := range list {
			found := false
			for i := range rows {
				r := &rows[i]
				at := r.Package + "." + r.Function
				if place != r.Package && place != at && !strings.HasPrefix(at, place+".") {
					continue
				}
				found = true
				if !slices.Contains(r.Dependencies, dependency) {
					r.Dependencies = append(slices.Clone(r.Dependencies), dependency)
					slices.Sort(r.Dependencies)
				}
			}
			if !found {
				unused = append(unused, dependency+": "+place)
			}
		}
	}
	slices.Sort(unused)
	return unused
}

// Round gives d two significant digits, the last rounded up where up is set and
// to the nearest otherwise.
func Round(d time.Duration, up bool) time.Duration {
	unit := time.Microsecond
	for d >= 100*unit {
		unit *= 10
	}
	if up {
		return (d + unit - 1) / unit * unit
	}
	return d.Round(unit)
}
