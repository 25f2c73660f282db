// Package growth holds the work of a run against the size of what it is given.
//
// Each shape is a program of one kind at any size: code that a generator may
// write, or that somebody writes to hurt. The test runs the command over three
// sizes and counts the statements it executes, in this repository and in the
// libraries that take code apart, and the memory it asks for: never time. What
// the type checker takes is not counted; the compiler takes it too.
package growth

import (
	"fmt"
	"strings"
)

// Shape is a program that can be made at any size.
type Shape struct {
	Name   string
	Size   int // the smallest of the three sizes; the others are twice and four times as large
	Make   func(n int) Program
	GaveUp string // what the run says it gave up, at the largest size; empty: nothing, all is looked at
	Prints int    // bytes on standard output, at most; 0: as many as there are findings
}

// Program is one of them: a module, and what the command is called with.
type Program struct {
	Files map[string]string // by slash-separated name; without a go.mod, one is made
	Args  []string          // before the packages
}

// Shapes lists them.
func Shapes() []Shape {
	const (
		flows     = "more than 1000000 steps from what is made to where it is used"
		product   = "decisions times variables are more than 4000000"
		given     = "one variable is given a value more than 5000 times"
		decisions = "more than 4000 decisions within each other"
	)
	return []Shape{
		{Name: "functions that call each other in a circle and pass a client", Size: 150, Make: circle},
		{Name: "functions in a circle, each of which calls three others", Size: 150, Make: dense},
		{Name: "functions in a circle, each of which is given clients from outside", Size: 300, Make: callers, GaveUp: flows},
		{Name: "functions of which each calls each", Size: 25, Make: complete},
		{Name: "cases of a type switch", Size: 2100, Make: typeSwitch, GaveUp: decisions},
		{Name: "clients in one literal", Size: 2500, Make: literal},
		{Name: "clients in variables of the package", Size: 1250, Make: globals},
		{Name: "clients assigned to one variable, one after the other", Size: 1500, Make: reassigned, GaveUp: given},
		{Name: "assignments to one field", Size: 1500, Make: fieldsReassigned, GaveUp: given},
		{Name: "retry loops in one function", Size: 1000, Make: loops, GaveUp: product},
		{Name: "ifs within each other", Size: 5000, Make: nested, GaveUp: decisions},
		{Name: "ifs one after the other", Size: 1000, Make: ifs},
		{Name: "calls in one function", Size: 2000, Make: calls},
		{Name: "diamonds of functions that call each other", Size: 10, Make: diamonds, GaveUp: "too much code on the way", Prints: 1_000_000},
		{Name: "braces in one glob of exclude", Size: 8, Make: braces, GaveUp: "whose braces stand for more than 1000 globs", Prints: 1},
		{Name: "aliases in entries", Size: 12_500, Make: aliases, GaveUp: "keys: at most 5000 are read", Prints: 1},
	}
}

func source(imports string, body string) Program {
	return Program{Files: map[string]string{"a.go": "package a\n\nimport (\n\t\"" + strings.Join(strings.Fields(imports), "\"\n\t\"") + "\"\n)\n\n" + body}}
}

func circle(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d(c *http.Client, n int) {\n\tif n > 0 {\n\t\tf%d(c, n-1)\n\t}\n\tc.Get(\"http://a/%d\")\n}\n\n", i, (i+1)%n, i)
	}
	return source("net/http", b.String()+"func Run() { f0(&http.Client{}, 3) }\n")
}

func complete(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d(c *http.Client, n int) {\n\tswitch n {\n", i)
		for j := range n {
			fmt.Fprintf(&b, "\tcase %d:\n\t\tf%d(c, n-1)\n", j, j)
		}
		fmt.Fprintf(&b, "\t}\n\tc.Get(\"http://a/%d\")\n}\n\n", i)
	}
	return source("net/http", b.String()+"func Run() { f0(&http.Client{}, 3) }\n")
}

func callers(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d(c *http.Client, n int) {\n\tif n > 0 {\n\t\tf%d(c, n-1)\n\t\tf%d(c, n-2)\n\t}\n\tc.Get(\"http://a/%d\")\n}\n\nfunc G%d() { f%d(&http.Client{}, 3) }\n\n", i, (i+1)%n, (i*7+3)%n, i, i, i)
	}
	return source("net/http", b.String())
}

func dense(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d(c *http.Client, n int) {\n\tif n > 0 {\n\t\tf%d(c, n-1)\n\t\tf%d(c, n-2)\n\t\tf%d(c, n-3)\n\t}\n\tc.Get(\"http://a/%d\")\n}\n\n", i, (i+1)%n, (i*7+3)%n, (i*13+5)%n, i)
	}
	return source("net/http", b.String()+"func Run() { f0(&http.Client{}, 3) }\n")
}

func typeSwitch(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "type t%d struct{ a int }\n", i)
	}
	b.WriteString("\nfunc visit(c *http.Client, x any) {\n\tswitch x := x.(type) {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tcase *t%d:\n\t\tc.Get(fmt.Sprint(x.a))\n", i)
	}
	return source("fmt net/http", b.String()+"\t}\n}\n\nfunc Run() { visit(&http.Client{}, nil) }\n")
}

func literal(n int) Program {
	return source("net/http time", "var all = []*http.Client{\n"+strings.Repeat("\t{Timeout: time.Second},\n\t{},\n", n/2)+"}\n\nfunc Run() {\n\tfor _, c := range all {\n\t\tc.Get(\"http://a\")\n\t}\n}\n")
}

func globals(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "var c%d = &http.Client{}\n\nfunc f%d() { c%d.Get(\"http://a\") }\n\n", i, i, i)
	}
	b.WriteString("func Run() {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tf%d()\n", i)
	}
	return source("net/http", b.String()+"}\n")
}

func reassigned(n int) Program {
	var b strings.Builder
	b.WriteString("func Run() {\n\tc := &http.Client{}\n")
	for i := range n {
		fmt.Fprintf(&b, "\tif os.Getenv(\"A%d\") != \"\" {\n\t\tc = &http.Client{Timeout: %d * time.Second}\n\t}\n\tc.Get(\"http://a\")\n", i, i)
	}
	return source("net/http os time", b.String()+"}\n")
}

func fieldsReassigned(n int) Program {
	var b strings.Builder
	b.WriteString("func Run() {\n\tc := &http.Client{}\n")
	for i := range n {
		fmt.Fprintf(&b, "\tc.Timeout = %d * time.Second\n\tc.Get(\"http://a\")\n", i)
	}
	return source("net/http time", b.String()+"}\n")
}

func loops(n int) Program {
	var b strings.Builder
	b.WriteString("func Run() {\n\tc := &http.Client{}\n")
	for range n {
		b.WriteString("\tfor {\n\t\tresp, err := c.Get(\"http://a\")\n\t\tif err == nil {\n\t\t\tresp.Body.Close()\n\t\t\tbreak\n\t\t}\n\t\ttime.Sleep(time.Second)\n\t}\n")
	}
	return source("net/http time", b.String()+"}\n")
}

func nested(n int) Program {
	var b strings.Builder
	b.WriteString("func Run() {\n\tc := &http.Client{}\n\tx := len(os.Args)\n")
	for i := range n {
		fmt.Fprintf(&b, "\tif x > %d {\n", i)
	}
	b.WriteString("\tc.Get(\"http://a\")\n" + strings.Repeat("}\n", n))
	return source("net/http os", b.String()+"}\n")
}

func ifs(n int) Program {
	var b strings.Builder
	b.WriteString("func Run() {\n\tc := &http.Client{}\n\tx := len(os.Args)\n")
	for i := range n {
		fmt.Fprintf(&b, "\tif x > %d {\n\t\tc.Get(\"http://a\")\n\t}\n", i)
	}
	return source("net/http os", b.String()+"}\n")
}

func calls(n int) Program {
	return source("net/http", "func Run() {\n\tc := &http.Client{}\n"+strings.Repeat("\tc.Get(\"http://a\")\n", n)+"}\n")
}

func diamonds(n int) Program {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func left%d() { top%d() }\n\nfunc right%d() { top%d() }\n\nfunc top%d() {\n\tleft%d()\n\tright%d()\n}\n\n", i, i+1, i, i+1, i, i, i)
	}
	fmt.Fprintf(&b, "func top%d() { http.Get(\"http://a\") }\n\nfunc handle(w http.ResponseWriter, r *http.Request) { top0() }\n\n", n)
	b.WriteString("func Run() {\n\thttp.HandleFunc(\"GET /a\", handle)\n\thttp.ListenAndServe(\":80\", nil)\n}\n")
	p := source("net/http", b.String())
	p.Files["a.go"] = strings.NewReplacer("package a\n", "package main\n", "func Run()", "func main()").Replace(p.Files["a.go"])
	p.Args = []string{"budgets", "-json"}
	return p
}

func braces(n int) Program {
	p := source("net/http", "func Run() { http.Get(\"http://a\") }\n")
	p.Files[".timeoutlint.yml"] = "exclude:\n  - " + "\"" + strings.Repeat("{*,*a,?*}", n) + "z\"\n"
	return p
}

func aliases(n int) Program {
	p := source("net/http", "func handle(w http.ResponseWriter, r *http.Request) {}\n\nfunc Run() { http.Get(\"http://a\") }\n")
	var b strings.Builder
	b.WriteString("entries:\n  GET /: &e {budget: 5s, attempts: 2}\n")
	for i := range n {
		fmt.Fprintf(&b, "  GET /%d: *e\n", i)
	}
	p.Files[".timeoutlint.yml"] = b.String()
	return p
}
