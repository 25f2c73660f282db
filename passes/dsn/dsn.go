// Package dsn finds the connection strings that a package hands to a driver and
// reads what they set.
//
// It knows constants, what is put together of constants and other text (a
// Sprintf, a sum), and variables that are given one value; and the forms of
// MySQL, PostgreSQL and Redis. A part that is not constant may be a host or a
// password, but where it could carry a setting the string counts as unknown. It
// does not know what a missing setting means: knowledge does.
package dsn

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Opening is a call that is given a connection string.
type Opening struct {
	Call    *ast.CallExpr
	Fn      *types.Func
	Driver  string            // import path of the library that reads the string
	How     How               // when it connects
	Ctx     int               // the argument with a context, or -1
	At      ast.Node          // where the string is written
	Text    ast.Expr          // the argument
	Params  map[string]string // what the string sets; a value that is not constant is Unknown
	Known   bool              // the string sets nothing else
	Network string            // "unix", "local", or empty
}

// Unknown stands for a text that is not constant.
const Unknown = "\x00"

// How says what the call does with the string.
type How int

// The ways to use a connection string.
const (
	Opens    How = iota // keeps it for a pool of connections, which are made when needed
	Connects            // connects with it, at once
	Reads               // takes it apart for somebody else
)

// Result is the openings of a package, in source order.
type Result struct{ Openings []Opening }

// Analyzer finds connection strings.
var Analyzer = &analysis.Analyzer{
	Name:       "dsn",
	Doc:        "the connection strings of a package and what they set",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// opener is a function that takes a connection string.
type opener struct {
	driver int    // argument with the name of a database/sql driver, -1: the library is fixed
	lib    string // that library
	dsn    int
	ctx    int
	how    How
}

const (
	mysql = "github.com/go-sql-driver/mysql"
	pq    = "github.com/lib/pq"
	pgx   = "github.com/jackc/pgx/v5"
	redis = "github.com/redis/go-redis/v9"
)

var openers = map[string]opener{
	"database/sql.Open":                      {0, "", 1, -1, Opens},
	"github.com/jmoiron/sqlx.Open":           {0, "", 1, -1, Opens},
	"github.com/jmoiron/sqlx.MustOpen":       {0, "", 1, -1, Opens},
	"github.com/jmoiron/sqlx.Connect":        {0, "", 1, -1, Connects},
	"github.com/jmoiron/sqlx.MustConnect":    {0, "", 1, -1, Connects},
	"github.com/jmoiron/sqlx.ConnectContext": {1, "", 2, 0, Connects},
	"github.com/XSAM/otelsql.Open":           {0, "", 1, -1, Opens},
	"entgo.io/ent/dialect/sql.Open":          {0, "", 1, -1, Opens},
	"xorm.io/xorm.NewEngine":                 {0, "", 1, -1, Opens},
	"gorm.io/driver/mysql.Open":              {-1, mysql, 0, -1, Connects},
	"gorm.io/driver/postgres.Open":           {-1, pgx, 0, -1, Connects},
	"github.com/lib/pq.Open":                 {-1, pq, 0, -1, Connects},
	"github.com/jackc/pgx/v5.Connect":        {-1, pgx, 1, 0, Connects},
	"github.com/jackc/pgx/v5/pgconn.Connect": {-1, pgx, 1, 0, Connects},
	"github.com/redis/go-redis/v9.ParseURL":  {-1, redis, 0, -1, Reads},
	"github.com/go-redis/redis/v8.ParseURL":  {-1, "github.com/go-redis/redis/v8", 0, -1, Reads},
}

// drivers are the names under which libraries register with database/sql.
var drivers = map[string]string{"mysql": mysql, "postgres": pq, "pgx": pgx, "pgx/v5": pgx}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{}
	if !settings.Own(pass) || !imports(pass.Pkg) {
		return r, nil
	}
	f := &folder{pass: pass}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil {
			return
		}
		how, ok := openers[calls.FullName(fn)]
		if !ok || how.dsn >= len(call.Args) || call.Ellipsis.IsValid() {
			return
		}
		o := Opening{Call: call, Fn: fn, Driver: how.lib, How: how.how, Ctx: how.ctx, Text: call.Args[how.dsn]}
		if how.driver >= 0 {
			o.Driver = drivers[f.fold(call.Args[how.driver], 0)]
		}
		if o.Driver == "" {
			return
		}
		text := f.fold(o.Text, 0)
		o.Params, o.Known = parse(o.Driver, text)
		o.Network = network(text)
		o.At = f.written(o.Text)
		r.Openings = append(r.Openings, o)
	})
	return r, nil
}

func imports(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		for name := range openers {
			if len(name) > len(imp.Path()) && name[:len(imp.Path())] == imp.Path() && name[len(imp.Path())] == '.' {
				return true
			}
		}
	}
	return false
}

// place is a node without an extent.
type place token.Pos

func (p place) Pos() token.Pos { return token.Pos(p) }
func (p place) End() token.Pos { return token.Pos(p) }
