package knowledge

import "strings"

// RouterEffect is what a method of a router does with what it is given.
type RouterEffect string

// The effects.
const (
	Registers RouterEffect = "registers" // gives a handler the requests for a path
	Surrounds RouterEffect = "surrounds" // runs something around what is registered
	Branches  RouterEffect = "branches"  // makes a router of which the routes have what is around this one
	Mounts    RouterEffect = "mounts"    // hands on to another handler
)

// Frame says how a router calls a handler, and what runs around one.
type Frame string

// The frames.
const (
	WebFrame   Frame = "web"   // (w, r); what runs around one makes a handler of a handler
	EchoFrame  Frame = "echo"  // one value; what runs around one makes a handler of a handler
	ChainFrame Frame = "chain" // one value, of which Next calls the next of a chain
	RPCFrame   Frame = "rpc"   // (ctx, request); what runs around one is given it last
)

// RouterRow says what a method of a router does. Arguments are counted without
// the receiver.
type RouterRow struct {
	Does    RouterEffect
	Frame   Frame
	Handler int  // argument that is the handler, or the first of the list that has it; -1: none
	Around  int  // argument from which on the rest runs around it; -1: none
	Last    bool // of a list of handlers the last is the handler, and what stands before it runs around it
	Ordered bool // what is added later does not run around what was there before
}

// framework is the routers of a library.
type framework struct {
	path    string // import paths begin so
	types   []string
	frame   Frame
	last    bool // the handler is the last of a list
	ordered bool
	methods map[string]RouterRow
}

const (
	rest = -1
)

var frameworks = []framework{
	{path: "net/http", types: []string{"ServeMux"}, frame: WebFrame, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 1, Around: rest}, "HandleFunc": {Does: Registers, Handler: 1, Around: rest},
	}},
	{path: "github.com/gorilla/mux", types: []string{"Router", "Route"}, frame: WebFrame, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 1, Around: rest}, "HandleFunc": {Does: Registers, Handler: 1, Around: rest},
		"Handler": {Does: Registers, Handler: 0, Around: rest}, "HandlerFunc": {Does: Registers, Handler: 0, Around: rest},
		"Use": {Does: Surrounds, Handler: -1, Around: 0},
	}},
	{path: "github.com/go-chi/chi", types: []string{"Mux", "Router"}, frame: WebFrame, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 1, Around: rest}, "HandleFunc": {Does: Registers, Handler: 1, Around: rest},
		"Method": {Does: Registers, Handler: 2, Around: rest}, "MethodFunc": {Does: Registers, Handler: 2, Around: rest},
		"Use": {Does: Surrounds, Handler: -1, Around: 0}, "With": {Does: Branches, Handler: -1, Around: 0},
		"Group": {Does: Branches, Handler: -1, Around: rest}, "Route": {Does: Branches, Handler: -1, Around: rest},
		"Mount": {Does: Mounts, Handler: 1, Around: rest},
	}},
	{path: "github.com/go-pkgz/routegroup", types: []string{"Bundle"}, frame: WebFrame, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 1, Around: rest}, "HandleFunc": {Does: Registers, Handler: 1, Around: rest}, "HandleRoot": {Does: Registers, Handler: 1, Around: rest}, "HandleRootFunc": {Does: Registers, Handler: 1, Around: rest},
		"Use": {Does: Surrounds, Handler: -1, Around: 0}, "With": {Does: Branches, Handler: -1, Around: 0},
		"Group": {Does: Branches, Handler: -1, Around: rest}, "Route": {Does: Branches, Handler: -1, Around: rest}, "Mount": {Does: Branches, Handler: -1, Around: rest},
	}},
	{path: "github.com/julienschmidt/httprouter", types: []string{"Router"}, frame: WebFrame, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 2, Around: rest}, "Handler": {Does: Registers, Handler: 2, Around: rest}, "HandlerFunc": {Does: Registers, Handler: 2, Around: rest},
	}},
	{path: "github.com/gin-gonic/gin", types: []string{"Engine", "RouterGroup", "IRouter", "IRoutes"}, frame: ChainFrame, last: true, ordered: true, methods: map[string]RouterRow{
		"Handle": {Does: Registers, Handler: 2, Around: rest}, "Match": {Does: Registers, Handler: 2, Around: rest},
		"Use": {Does: Surrounds, Handler: -1, Around: 0}, "Group": {Does: Branches, Handler: -1, Around: 1},
	}},
	{path: "github.com/labstack/echo", types: []string{"Echo", "Group"}, frame: EchoFrame, methods: map[string]RouterRow{
		"Add": {Does: Registers, Handler: 2, Around: 3}, "Match": {Does: Registers, Handler: 2, Around: 3},
		"Use": {Does: Surrounds, Handler: -1, Around: 0}, "Pre": {Does: Surrounds, Handler: -1, Around: 0}, "Group": {Does: Branches, Handler: -1, Around: 1},
	}},
	{path: "github.com/gofiber/fiber", types: []string{"App", "Router", "Group"}, frame: ChainFrame, last: true, ordered: true, methods: map[string]RouterRow{
		"Add": {Does: Registers, Handler: 2, Around: rest}, "Use": {Does: Surrounds, Handler: -1, Around: 0},
		"Group": {Does: Branches, Handler: -1, Around: 1}, "Route": {Does: Branches, Handler: -1, Around: rest}, "Mount": {Does: Mounts, Handler: 1, Around: rest},
	}},
}

// verbs are the methods of routers that are named after those of HTTP, as far as
// their names go: case aside.
var verbs = map[string]bool{
	"GET": true, "HEAD": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true, "CONNECT": true, "OPTIONS": true, "TRACE": true, "ANY": true, "ALL": true,
}

// RouterMethod says what a method of a type does, if that is a router's.
func RouterMethod(typ, method string) (RouterRow, bool) {
	f := frameworkOf(typ)
	if f == nil {
		return RouterRow{}, false
	}
	row, ok := f.methods[method]
	if !ok && verbs[strings.ToUpper(method)] && f.path != "net/http" && f.path != "github.com/gorilla/mux" {
		row, ok = RouterRow{Does: Registers, Handler: 1, Around: rest}, true
		if f.frame == EchoFrame {
			row.Around = 2
		}
	}
	row.Frame, row.Last, row.Ordered = f.frame, f.last && row.Does == Registers, f.ordered
	return row, ok
}

// IsVerb reports whether a method of a router is named after one of HTTP.
func IsVerb(method string) bool {
	upper := strings.ToUpper(method)
	return verbs[upper] && upper != "ANY" && upper != "ALL"
}

// LikeRouter reports whether a method of a type is called as routers' are that
// register a handler for a path.
func LikeRouter(typ, method string) bool {
	name := strings.ToLower(typ[strings.LastIndexByte(typ, '.')+1:])
	if !strings.Contains(name, "router") && !strings.HasSuffix(name, "mux") {
		return false
	}
	return verbs[strings.ToUpper(method)] || method == "Handle" || method == "HandleFunc" || method == "HandlerFunc"
}

// IsRouter reports whether a type is a router, or a part of one.
func IsRouter(typ string) bool { return frameworkOf(typ) != nil }

// ServesItself reports whether a framework's router listens by itself.
func ServesItself(typ string) bool {
	f := frameworkOf(typ)
	return f != nil && f.frame != WebFrame
}

func frameworkOf(typ string) *framework {
	dot := strings.LastIndexByte(typ, '.')
	if dot < 0 {
		return nil
	}
	for i := range frameworks {
		f := &frameworks[i]
		path, version, _ := strings.Cut(typ[:dot], "/v")
		if path != f.path || version != "" && strings.ContainsAny(version, "/.") {
			continue
		}
		for _, t := range f.types {
			if typ[dot+1:] == t {
				return f
			}
		}
	}
	return nil
}

// Wrapper is a function of a library that gives what it wraps, or what it is put
// around, a time.
type Wrapper struct {
	Name    string
	Time    int    // argument that is the time, or has it
	Field   string // of that argument; empty: it is the time itself
	Option  string // the function among the arguments that is given the time first; empty: none
	Answers bool   // only the answer does not wait any longer; the context goes on
}

// WrapperOf is what is known of such a function.
func WrapperOf(name string) (Wrapper, bool) {
	for _, w := range wrappers {
		if w.Name == name {
			return w, true
		}
	}
	return Wrapper{}, false
}

// Read in Go 1.26 and at the versions that the rows of the libraries give.
var wrappers = []Wrapper{
	{Name: "net/http.TimeoutHandler", Time: 1},
	{Name: "github.com/go-chi/chi/v5/middleware.Timeout", Time: 0},
	{Name: "github.com/go-chi/chi/middleware.Timeout", Time: 0},
	{Name: "github.com/labstack/echo/v4/middleware.ContextTimeout", Time: 0},
	{Name: "github.com/labstack/echo/v5/middleware.ContextTimeout", Time: 0},
	{Name: "github.com/labstack/echo/v4/middleware.ContextTimeoutWithConfig", Time: 0, Field: "Timeout"},
	{Name: "github.com/labstack/echo/v5/middleware.ContextTimeoutWithConfig", Time: 0, Field: "Timeout"},
	{Name: "github.com/labstack/echo/v4/middleware.TimeoutWithConfig", Time: 0, Field: "Timeout"},
	{Name: "github.com/gin-contrib/timeout.New", Time: -1, Option: "github.com/gin-contrib/timeout.WithTimeout", Answers: true},
	{Name: "github.com/gofiber/fiber/v2/middleware/timeout.NewWithContext", Time: 1},
	{Name: "github.com/gofiber/fiber/v2/middleware/timeout.New", Time: 1, Answers: true},
	{Name: "github.com/gofiber/fiber/v3/middleware/timeout.New", Time: 1, Field: "Timeout"},
	{Name: "github.com/zeromicro/go-zero/rest/handler.TimeoutHandler", Time: 0},
	{Name: "github.com/go-pkgz/rest.Timeout", Time: 0},
	{Name: companion + ".Middleware", Time: 0, Field: "Default"},
}

// MakesRouter reports whether a function makes a router.
func MakesRouter(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || strings.HasPrefix(name, "(") {
		return false
	}
	switch name[dot+1:] {
	case "New", "NewRouter", "NewMux", "NewServeMux", "Default", "NewWithConfig":
	default:
		return false
	}
	path, version, _ := strings.Cut(name[:dot], "/v")
	for _, f := range frameworks {
		if path == f.path && !strings.ContainsAny(version, "/.") {
			return true
		}
	}
	return false
}
