// Package drivers tells which kinds of database drivers a package works with:
// of a file on this machine, or of another one.
//
// It knows drivers by their import path, and hands what a package imports on to
// those that import it. It does not look into what others import: what can be
// seen of that depends on who has loaded it.
package drivers

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Result is what a package imports, by whatever way through packages of the
// project. It is the package's fact, too.
type Result struct {
	OnDisk  bool // a file on this machine
	OverNet bool // another machine
	Limited bool // and with a limit of its own for reading an answer
}

// AFact marks Result as a fact.
func (*Result) AFact() {}

func (r *Result) String() string {
	var out []string
	for _, kind := range []struct {
		has  bool
		word string
	}{{r.OnDisk, "on disk"}, {r.OverNet, "over the network"}, {r.Limited, "limited"}} {
		if kind.has {
			out = append(out, kind.word)
		}
	}
	return "drivers " + strings.Join(out, ", ")
}

// Light reports whether all drivers read a file on this machine, and there is one.
func (r *Result) Light() bool { return r.OnDisk && !r.OverNet }

// Endless reports whether one waits for an answer from another machine, for ever
// unless a context ends it, and none has a limit that would.
func (r *Result) Endless() bool { return r.OverNet && !r.Limited }

// Analyzer finds the drivers.
var Analyzer = &analysis.Analyzer{
	Name:       "drivers",
	Doc:        "the kinds of database drivers that a package works with",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Result)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := new(Result)
	r.add(Of(pass.Pkg.Path()))
	for _, imp := range pass.Pkg.Imports() {
		r.add(Of(imp.Path()))
		var below Result
		if pass.ImportPackageFact(imp, &below) {
			r.add(below)
		}
	}
	if *r != (Result{}) && settings.Own(pass) {
		fact := *r
		pass.ExportPackageFact(&fact)
	}
	return r, nil
}

func (r *Result) add(other Result) {
	r.OnDisk, r.OverNet, r.Limited = r.OnDisk || other.OnDisk, r.OverNet || other.OverNet, r.Limited || other.Limited
}

// Of is the kind of the driver with this import path; the zero Result: it is none.
func Of(path string) Result {
	path = strings.ToLower(path)
	for _, d := range []struct {
		part string
		kind Result
	}{
		{"sqlite", Result{OnDisk: true}}, {"bbolt", Result{OnDisk: true}}, {"duckdb", Result{OnDisk: true}},
		{"lib/pq", Result{OverNet: true}}, {"jackc/pgx", Result{OverNet: true}}, {"mssqldb", Result{OverNet: true}},
		{"gorm.io/driver/postgres", Result{OverNet: true}}, {"gorm.io/driver/sqlserver", Result{OverNet: true}},
		{"sql-driver/mysql", Result{OverNet: true, Limited: true}}, {"clickhouse-go", Result{OverNet: true, Limited: true}},
		{"gorm.io/driver/mysql", Result{OverNet: true, Limited: true}},
	} {
		if strings.Contains(path, d.part) {
			return d.kind
		}
	}
	return Result{}
}
