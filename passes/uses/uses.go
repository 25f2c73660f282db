// Package uses lists the functions, variables and types of a package, what each
// refers to, and which of them keep their program running.
//
// It knows declarations, references by name and what interfaces ask for; test
// files are left out. It does not know what is reached: that takes all packages
// of a module (internal/link).
package uses

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Result is the functions of one package. It holds no syntax.
type Result struct {
	Path    string
	Main    bool
	Imports []string // import paths, sorted
	Ignored []string // import paths in files that are for another platform or have a tag, sorted
	Outline bool     // it was not type-checked: see [Outline]
	Stays   bool     // what it does at the start keeps a program that imports it running until that is stopped
	// Fallback: it sets gin.Engine.ContextWithFallback, with which a *gin.Context
	// ends as the request's context does.
	Fallback bool
	Funcs    []Func // and the package's variables and types, which refer to types only
	// Always are the functions and variables referred to outside of any: by
	// variables of the package, whose values are made at the start. Here and among
	// what a function refers to are names as of an [Outline] where files are left
	// out for the platform or a tag.
	Always []string
	// Commands are the functions and variables that are one command of a program,
	// of several: what a cobra or urfave command runs, and what is called for the
	// code that os.Exit is given. Nothing but the choice of it leads there.
	Commands []string
	// Methods are the shapes of methods that a call may reach through an interface
	// of this package, of one it imports, or that a value of its may become.
	Methods []uint32
}

// Func is one function, method, variable or type. Names are those of
// types.Func.FullName, and of a variable or type its package's path and its name.
type Func struct {
	Name     string
	Short    string // "F", or "T.F" for a method, as findings name it
	Method   string // its own name; empty for a function
	Of       string // the name of the type whose method it is
	Shape    uint32 // of a method, see [Func.Called]
	Exported bool   // and so is its receiver's type
	Root     bool   // something runs it that cannot be seen: init, main, cgo, a linker's name
	Stays    bool   // it may run until its program is stopped
	Refers   []string
}

// Analyzer lists the functions of a package and what they refer to.
var Analyzer = &analysis.Analyzer{
	Name:       "uses",
	Doc:        "the functions of a package and what each refers to",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,

	RunDespiteErrors: true, // what is missing may then be anything of its name, and any function stay
}

func run(pass *analysis.Pass) (any, error) {
	out := &Result{Path: pass.Pkg.Path(), Main: pass.Pkg.Name() == "main"}
	for _, imp := range pass.Pkg.Imports() {
		out.Imports = append(out.Imports, imp.Path())
	}
	slices.Sort(out.Imports)
	serving := map[ast.Node]bool{}
	for _, c := range pass.ResultOf[calls.Analyzer].(*calls.Result).Calls {
		if c.Row.Does != knowledge.Serves {
			continue
		}
		if len(c.Outer) > 0 {
			serving[c.Outer[0]] = true
		}
		out.Stays = out.Stays || !inFunction(c)
	}
	out.Fallback = slices.Contains(out.Imports, gin) && fallback(pass.TypesInfo)
	always, commands := map[string]bool{}, map[string]bool{}
	reflected := newReflected(pass)
	for _, file := range pass.Files {
		if tests(pass, file) {
			continue
		}
		linked := directed(file)
		text := partly(pass, file)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				text.refers(decl, always)
				names, stay := declared(pass, decl, linked, reflected, always, commands)
				out.Funcs = append(out.Funcs, names...)
				out.Stays = out.Stays || stay
			case *ast.FuncDecl:
				obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
				if !ok {
					text.refers(decl, always)
					continue
				}
				f := describe(obj)
				f.Root = f.Root || linked[decl.Name.Name]
				to := map[string]bool{}
				m := mentions{pass.TypesInfo, reflected, f.Name, to, to, commands}
				f.Stays = m.in(decl) || serving[decl]
				if text != nil { // an interface that is missing may ask for it
					f.Stays, f.Shape = true, 0
					text.refers(decl, to)
				}
				f.Refers = slices.Sorted(maps.Keys(to))
				out.Funcs = append(out.Funcs, f)
			}
		}
	}
	out.addIgnored(pass)
	slices.SortFunc(out.Funcs, func(a, b Func) int { return strings.Compare(a.Name, b.Name) })
	out.Commands = slices.Sorted(maps.Keys(commands))
	out.Always = slices.Concat(slices.Sorted(maps.Keys(always)), out.Always)
	out.Methods = methods(pass)
	return out, nil
}

func tests(pass *analysis.Pass, file *ast.File) bool {
	return strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go")
}

// inFunction: otherwise it is made for a variable of the package.
func inFunction(c calls.Call) bool {
	if len(c.Outer) == 0 {
		return false
	}
	_, ok := c.Outer[0].(*ast.FuncDecl)
	return ok
}

func describe(obj *types.Func) Func {
	f := Func{Name: obj.FullName(), Short: obj.Name(), Exported: obj.Exported()}
	sig := obj.Signature()
	recv := sig.Recv()
	if recv == nil {
		f.Root = obj.Name() == "init" || obj.Name() == "main" && obj.Pkg().Name() == "main"
		return f
	}
	f.Method, f.Shape = obj.Name(), Shape(obj)
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		f.Short = named.Obj().Name() + "." + f.Short
		f.Of = obj.Pkg().Path() + "." + named.Obj().Name()
		f.Exported = f.Exported && named.Obj().Exported()
	}
	return f
}

const gin = "github.com/gin-gonic/gin"

func fallback(info *types.Info) bool {
	for id, obj := range info.Uses {
		if id.Name == "ContextWithFallback" && obj.Pkg() != nil && obj.Pkg().Path() == gin {
			return true
		}
	}
	return false
}

// declared are the variables and types that a declaration of a package makes, and
// whether it may keep the program running. A variable whose value is worked out by
// a call does its work whether anybody uses it or not, and the functions that its
// value mentions are always referred to.
func declared(pass *analysis.Pass, decl *ast.GenDecl, linked map[string]bool, reflected *reflected, always, commands map[string]bool) (out []Func, stays bool) {
	for _, spec := range decl.Specs {
		kinds := map[string]bool{}
		root := false
		var names []*ast.Ident
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = []*ast.Ident{spec.Name}
		case *ast.ValueSpec:
			if decl.Tok == token.CONST {
				kinds = always
				break
			}
			names = spec.Names
			root = slices.ContainsFunc(spec.Values, func(e ast.Expr) bool { return works(pass.TypesInfo, e) })
		}
		m := mentions{pass.TypesInfo, reflected, "", always, kinds, commands}
		stays = m.in(spec) || stays
		for _, id := range names {
			out = append(out, Func{Name: pass.Pkg.Path() + "." + id.Name, Short: id.Name, Exported: id.IsExported(), Root: root || linked[id.Name],
				Refers: slices.Sorted(maps.Keys(kinds))})
		}
	}
	return out, stays
}

// works reports whether a function is called where the value is made.
func works(info *types.Info, value ast.Expr) (found bool) {
	ast.Inspect(value, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			tv := info.Types[ast.Unparen(n.Fun)]
			found = found || !tv.IsBuiltin() && !tv.IsType()
		}
		return !found
	})
	return found
}

// mentions collects what declarations name: functions and the packages'
// variables in to, the packages' types in kinds, each under the name of a [Func],
// and the commands that they make.
type mentions struct {
	info                *types.Info
	reflected           *reflected
	self                string // the function that is declared; empty: none
	to, kinds, commands map[string]bool
}

// in walks a declaration once, and reports whether it may keep the program running.
func (m mentions) in(node ast.Node) (stay bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			refer(m.info.Uses[id], m.to, m.kinds)
			return false
		}
		stay = stay || stays(m.info, n)
		chosen(m.info, n, m.self, m.commands)
		m.reflected.in(n, m.to)
		return true
	})
	return stay
}

func refer(obj types.Object, to, kinds map[string]bool) {
	if obj == nil || obj.Pkg() == nil {
		return
	}
	switch obj := obj.(type) {
	case *types.Func:
		to[obj.Origin().FullName()] = true
	case *types.Var:
		if obj.Parent() == obj.Pkg().Scope() {
			to[obj.Pkg().Path()+"."+obj.Name()] = true
		}
	case *types.TypeName:
		if obj.Parent() == obj.Pkg().Scope() {
			kinds[obj.Pkg().Path()+"."+obj.Name()] = true
		}
	}
}

// directed are the functions that a comment gives to somebody outside of Go's
// sight: cgo's export, the linker's names.
func directed(file *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, group := range file.Comments {
		for _, c := range group.List {
			fields := strings.Fields(c.Text)
			if len(fields) > 1 && (fields[0] == "//export" || fields[0] == "//go:linkname" || fields[0] == "//go:wasmexport") {
				out[fields[1]] = true
			}
		}
	}
	return out
}
