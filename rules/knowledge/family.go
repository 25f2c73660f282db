package knowledge

import (
	"reflect"
	"strconv"
	"strings"
)

// Family is a path or a name without the major versions in it: what is the same
// for all of them.
func Family(name string) string {
	if !strings.Contains(name, "/v") && !strings.Contains(name, ".v") {
		return name
	}
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if n := majorAt(name, i); n > 0 {
			i += n - 1
			continue
		}
		out.WriteByte(name[i])
	}
	return out.String()
}

// majorAt is the length of "/vN", or of ".vN", that stands at i and ends an
// element of a path; 0: none does.
func majorAt(name string, i int) int {
	if name[i] != '/' && name[i] != '.' || i+2 >= len(name) || name[i+1] != 'v' {
		return 0
	}
	end := i + 2
	for end < len(name) && '0' <= name[end] && name[end] <= '9' {
		end++
	}
	switch digits := name[i+2 : end]; {
	case digits == "" || end < len(name) && strings.IndexByte("/.)", name[end]) < 0:
		return 0
	case name[i] == '/' && (digits == "0" || digits == "1" || !strings.Contains(name[:i], ".")):
		return 0 // math/rand/v2 is a package of its own, and so is one that an API has for its version 1
	}
	return end - i
}

// major is the major version that a path has: 1 where it says none.
func major(path string) int {
	for i := range path {
		if n := majorAt(path, i); n > 0 {
			m, _ := strconv.Atoi(path[i+2 : i+n])
			return m
		}
	}
	return 1
}

// kin are the rows for a path of which the table has none: those of the same
// library at the nearest major version, or of the library that the user says it
// is the same as.
func (t *Table) kin(path string) *library {
	t.mu.Lock()
	defer t.mu.Unlock()
	if lib, ok := t.borrowed[path]; ok {
		return lib
	}
	from, to := t.same(path)
	if from == "" {
		from = t.nearest(path)
		to = path
	}
	var lib *library
	if have := t.libraries[from]; have != nil {
		lib = &library{}
		for _, src := range have.sources {
			if src.SameAs == "" {
				lib.sources = append(lib.sources, src.moved(to))
			}
		}
	}
	t.borrowed[path] = lib
	return lib
}

// nearest is the path of the same library at the greatest major version below,
// or else the least above.
func (t *Table) nearest(path string) string {
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return ""
	}
	best, asked := "", major(path)
	for _, p := range t.families()[Family(path)] {
		switch m, b := major(p), major(best); {
		case best == "", m <= asked && (b > asked || m > b), m > asked && b > asked && m < b:
			best = p
		}
	}
	return best
}

func (t *Table) families() map[string][]string {
	if t.family == nil {
		t.family = map[string][]string{}
		for _, p := range t.paths() {
			t.family[Family(p)] = append(t.family[Family(p)], p)
		}
	}
	return t.family
}

// same is the path that the user's configuration says has the rows of path.
func (t *Table) same(path string) (from, to string) {
	for _, as := range t.sameAs {
		rest, ok := strings.CutPrefix(path, as.Path)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		from = as.SameAs + rest
		if t.libraries[from] == nil {
			from = t.nearest(from)
		}
		return from, path
	}
	return "", ""
}

// moved is the library with its rows at another path: of another major version,
// or of a fork.
func (l *Library) moved(path string) *Library {
	module, to := l.Path, path
	if rest, ok := strings.CutPrefix(l.Path, l.Module); ok && l.Module != "" && strings.HasSuffix(path, rest) {
		module, to = l.Module, strings.TrimSuffix(path, rest)
	}
	out := *l
	rename := func(s string) string {
		return strings.NewReplacer(module+".", to+".", module+"/", to+"/").Replace(s)
	}
	walk(reflect.ValueOf(&out).Elem(), rename)
	out.Path, out.Module, out.From = path, to, l.Path
	for i := range out.Calls {
		out.Calls[i].From = l.Path
	}
	for i := range out.Globs {
		out.Globs[i].From = l.Path
	}
	for i := range out.Retries {
		out.Retries[i].From = l.Path
	}
	return &out
}

// walk renames every text of a row in place; lists are copied first.
func walk(v reflect.Value, rename func(string) string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rename(v.String()))
	case reflect.Slice:
		if v.Len() == 0 {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		for i := range own.Len() {
			walk(own.Index(i), rename)
		}
		v.Set(own)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				walk(v.Field(i), rename)
			}
		}
	}
}

// From is the path whose rows speak of path: another one where the library is at
// a major version that they were not read at, or a fork; empty where none do.
func (t *Table) From(path string) string {
	lib := t.of(path)
	if lib == nil || len(lib.sources) == 0 {
		return ""
	}
	if from := lib.sources[0].From; from != "" {
		return from
	}
	return path
}
