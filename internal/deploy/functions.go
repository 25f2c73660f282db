package deploy

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// functions reads what says how long a function of Lambda may run.
func (r *reader) functions() {
	for _, f := range r.tree.list {
		base := strings.ToLower(filepath.Base(f.name))
		if strings.HasSuffix(base, ".tf") {
			r.terraform(f)
		}
		for _, d := range f.docs {
			top := d.top()
			switch {
			case strings.HasPrefix(base, "serverless.") && top.get("functions").is():
				r.serverless(f, top)
			case top.get("Resources").is():
				r.cloudFormation(f, top)
			}
		}
	}
}

// started are the programs of a folder or of what a binary is built from.
func (r *reader) started(dir, binary string) []string {
	if slices.Contains(r.programs.dirs, dir) {
		return []string{dir}
	}
	if binary == "" {
		return nil
	}
	for at := dir; below(at, r.tree.root); at = filepath.Dir(at) {
		if f := r.tree.read(filepath.Join(at, "Makefile")); f != nil {
			for line := range strings.SplitSeq(f.text, "\n") {
				if m := output.FindStringSubmatch(line); m != nil && strings.TrimPrefix(m[1], "./") == binary {
					for _, word := range strings.Fields(line[strings.Index(line, m[0])+len(m[0]):]) {
						target := filepath.Join(at, filepath.FromSlash(word))
						if strings.HasSuffix(word, ".go") {
							target = filepath.Dir(target)
						}
						if slices.Contains(r.programs.dirs, target) {
							return []string{target}
						}
					}
				}
			}
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if dirs := r.programs.names[filepath.Base(binary)]; len(dirs) == 1 && binary != "bootstrap" {
		return dirs
	}
	return nil
}

var output = regexp.MustCompile(`go build\b.*?\s-o\s+(\S+)`)

func (r *reader) serverless(f *file, top node) {
	dir := filepath.Dir(f.name)
	for _, fn := range top.get("functions").pairs() {
		handler := fn.value.get("handler").text()
		to := r.started(filepath.Join(dir, filepath.FromSlash(handler)), handler)
		at := fn.value.get("timeout")
		if !at.is() {
			at = top.get("provider", "timeout")
		}
		given, value := at.is(), at.text()
		if !given {
			at = fn.at
		}
		r.add(&serverless, at, value, given, to, nil)
	}
}

func (r *reader) cloudFormation(f *file, top node) {
	dir := filepath.Dir(f.name)
	for _, res := range top.get("Resources").pairs() {
		kind := res.value.get("Type").text()
		if kind != "AWS::Serverless::Function" && kind != "AWS::Lambda::Function" {
			continue
		}
		props := res.value.get("Properties")
		code := props.get("CodeUri").text()
		var to []string
		if code != "" {
			to = r.started(filepath.Join(dir, filepath.FromSlash(code)), "")
		}
		if to == nil {
			if handler := props.get("Handler").text(); handler != "" {
				to = r.started(filepath.Join(dir, filepath.FromSlash(code), filepath.FromSlash(handler)), handler)
			}
		}
		at := props.get("Timeout")
		if !at.is() && kind == "AWS::Serverless::Function" {
			at = top.get("Globals", "Function", "Timeout")
		}
		given, value := at.is(), at.text()
		if !given {
			at = res.at
		}
		if given && value == "" || strings.HasPrefix(value, "$") { // another place says it
			continue
		}
		r.add(&samTime, at, value, given, to, nil)
	}
}

var (
	lambdaBlock = regexp.MustCompile(`(?m)^resource\s+"aws_lambda_function"\s+"([^"]+)"\s*\{`)
	tfNumber    = regexp.MustCompile(`^\s*timeout\s*=\s*(\d+)\s*(#.*|//.*)?$`)
	tfTimeout   = regexp.MustCompile(`^\s*timeout\s*=`)
)

// terraform reads functions that are called like a program. It reads lines, no
// expressions: a time that is no number is not known.
func (r *reader) terraform(f *file) {
	for _, m := range lambdaBlock.FindAllStringSubmatchIndex(f.text, -1) {
		name := strings.ReplaceAll(f.text[m[2]:m[3]], "_", "-")
		to := r.programs.names[name]
		if len(to) != 1 {
			to = r.programs.names[f.text[m[2]:m[3]]]
		}
		if len(to) != 1 {
			continue
		}
		begin := 1 + strings.Count(f.text[:m[0]], "\n")
		at, value, given, known := begin, "", false, true
		depth := 0
		for i, line := range strings.Split(f.text[m[0]:], "\n") {
			if depth == 1 {
				if n := tfNumber.FindStringSubmatch(line); n != nil {
					at, value, given = begin+i, n[1], true
				} else if tfTimeout.MatchString(line) {
					known = false
				}
			}
			depth += strings.Count(line, "{") - strings.Count(line, "}")
			if depth <= 0 {
				break
			}
		}
		if known {
			r.add(&terraform, f.line(at), value, given, to, nil)
		}
	}
}
