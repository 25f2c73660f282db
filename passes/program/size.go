package program

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// What the builder takes of a function grows with the square of the decisions on
// one way through it, and with the product of its decisions and its variables:
// and with the square of the values that one variable is given. Beyond these a function
// has no SSA form; the first two are some 64 MB of memory.
const (
	mostDecisions = 4_000     // within each other, as the cases of one switch are
	mostProduct   = 4_000_000 // of decisions and variables
	mostAssigned  = 5_000     // times that one variable, or what is in it, is given a value
	leastBytes    = 12_000    // of a text that can have so many
)

// oversized are the parts of a package that are too large, and why.
func oversized(pass *analysis.Pass) map[part]string {
	out := map[part]string{}
	for _, p := range parts(pass) {
		var n ast.Node
		if p.fn != nil {
			n = p.fn
		} else {
			n = p.init.Rhs
		}
		if n.End()-n.Pos() < leastBytes {
			continue
		}
		var m measure
		m.function(n)
		if m.why != "" {
			out[p] = m.why
		}
	}
	return out
}

// measure counts in one function; those in it are functions of their own.
type measure struct {
	deep, deepest  int // decisions within each other
	all, variables int
	assigned       map[string]int
	why            string
}

func (m *measure) function(n ast.Node) {
	ast.Walk(m, n)
	switch {
	case m.deepest > mostDecisions:
		m.why = fmt.Sprintf("more than %d decisions within each other", mostDecisions)
	case m.all*m.variables > mostProduct:
		m.why = fmt.Sprintf("decisions times variables are more than %d", mostProduct)
	}
	for _, n := range m.assigned {
		if n > mostAssigned {
			m.why = fmt.Sprintf("one variable is given a value more than %d times", mostAssigned)
		}
	}
}

// Visit implements ast.Visitor.
func (m *measure) Visit(n ast.Node) ast.Visitor {
	decisions := 0
	switch n := n.(type) {
	case *ast.FuncLit:
		var inner measure
		inner.function(n.Body)
		if inner.why != "" {
			m.why = inner.why
		}
		return nil
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			m.variables += len(n.Lhs)
		}
		for _, lhs := range n.Lhs {
			m.given(lhs)
		}
	case *ast.ValueSpec:
		m.variables += len(n.Names)
	case *ast.Field:
		m.variables += len(n.Names)
	case *ast.RangeStmt:
		m.variables += 2
		decisions = 1
	case *ast.IfStmt, *ast.ForStmt:
		decisions = 1
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			decisions = 1
		}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			decisions += len(clause.(*ast.CaseClause).List)
		}
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List {
			decisions += len(clause.(*ast.CaseClause).List)
		}
		if _, binds := n.Assign.(*ast.AssignStmt); binds {
			m.variables += len(n.Body.List)
		}
	case *ast.SelectStmt:
		decisions = len(n.Body.List)
	}
	if decisions == 0 {
		return m
	}
	m.all += decisions
	m.deep += decisions
	m.deepest = max(m.deepest, m.deep)
	return &leaving{m, decisions}
}

// given counts an assignment to a variable or to something in it.
func (m *measure) given(lhs ast.Expr) {
	for {
		switch x := lhs.(type) {
		case *ast.SelectorExpr:
			lhs = x.X
		case *ast.IndexExpr:
			lhs = x.X
		case *ast.StarExpr:
			lhs = x.X
		case *ast.ParenExpr:
			lhs = x.X
		case *ast.Ident:
			if m.assigned == nil {
				m.assigned = map[string]int{}
			}
			if x.Name != "_" {
				m.assigned[x.Name]++
			}
			return
		default:
			return
		}
	}
}

// leaving takes back what a node adds to the depth, when its children are done.
type leaving struct {
	*measure
	decisions int
}

// Visit implements ast.Visitor: nil is the end of the node that this is of.
func (l *leaving) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		l.deep -= l.decisions
		return nil
	}
	return l.measure.Visit(n)
}
