package docgen

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// names spells names as the code of a user of the import path reads, in short.
type names struct {
	own       string
	qualified bool // name the package all the same, where a text is of several
}

// code is the name as Markdown code.
func (n names) code(name string) string { return "`" + n.short(name) + "`" }

// short leaves out the page's own import path, and of any other all but its
// last element.
func (n names) short(name string) string {
	name = strings.NewReplacer("(", "", "*", "", ")", "").Replace(name)
	if rest, ok := strings.CutPrefix(name, n.own+"."); ok && !n.qualified {
		return rest
	}
	return last(name)
}

// last is a qualified name with the last element of its import path; a major
// version is no name.
func last(name string) string {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return name
	}
	path, rest, ok := strings.Cut(name[slash+1:], ".")
	if strings.HasPrefix(path, "go-") && len(path) > len("go-") {
		path = strings.TrimPrefix(path, "go-")
	}
	if !ok {
		return path
	}
	if majorSuffix.MatchString("/"+path) && slash > 0 {
		return last(name[:slash] + "." + rest)
	}
	return path + "." + rest
}

// list is several names as code, with commas.
func (n names) list(all []string) string {
	var out []string
	for _, name := range all {
		out = append(out, n.code(name))
	}
	return strings.Join(out, ", ")
}

// instead is the variant of a call to use: a bare name is one of the same type
// or package.
func (n names) instead(name, call string) string {
	if name == "" {
		return ""
	}
	if strings.ContainsAny(name, "./") {
		return n.code(name)
	}
	short := n.short(call)
	if dot := strings.LastIndexByte(short, '.'); dot >= 0 {
		name = short[:dot+1] + name
	}
	return "`" + name + "`"
}

// bound is one thing that ends a wait, in words.
func (n names) bound(b knowledge.Bound) string {
	switch b.Kind() {
	case "ctx":
		return "the context"
	case "reqctx":
		return "the request's context"
	case "recvctx":
		return "the context it was made with"
	case "arg":
		return "its " + ordinal(b.Arg()) + " argument"
	case "deadline":
		return "the connection's deadline"
	case "field", "setter", "option":
		return n.code(b.Name())
	case "builder":
		return "made with " + n.code(b.Name())
	case "dsn":
		return "`" + b.Name() + "` in the connection string"
	case "const":
		return b.Name() + ", built in"
	case "chan":
		return "the caller's channel"
	case "peer":
		return "the other side's " + b.Name()
	}
	return "**nothing**"
}

// ends is all that ends a wait, in words.
func (n names) ends(bounds []knowledge.Bound, needs knowledge.Bound, does knowledge.Effect) string {
	if len(bounds) == 0 {
		switch does {
		case knowledge.Builds:
			return ""
		case knowledge.Serves, knowledge.Streams:
			return "nothing but being stopped"
		}
		return "**nothing**"
	}
	var out []string
	for _, b := range bounds {
		text := n.bound(b)
		if needs != "" && b.Kind() == "ctx" {
			text += " if " + n.bound(needs) + " is set"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// enough shows as many names as a reader takes in, and counts the others.
func enough(items []string, most int) string {
	if len(items) <= most+1 {
		return strings.Join(items, ", ")
	}
	return strings.Join(items[:most], ", ") + plural(len(items)-most)
}
