package deploy

import (
	"bufio"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// programs are the packages main of a module and what leads to them.
type programs struct {
	tree   *files
	module string   // its folder, absolute
	path   string   // its import path
	dirs   []string // folders of packages main, absolute
	quiet  map[string]bool
	names  map[string][]string // folders by what their program is likely to be called
	images map[string][]string // folders by the name of an image, without its tag, where a file says which is built where
	single []string            // the one program, where the module has one
}

func newPrograms(t *files, module string) *programs {
	p := &programs{tree: t, module: module, quiet: map[string]bool{}, names: map[string][]string{}, images: map[string][]string{}}
	if text, err := os.ReadFile(filepath.Join(module, "go.mod")); err == nil {
		p.path = modfile.ModulePath(text)
	}
	for _, dir := range t.goDirs {
		if !p.mine(dir) || !isMain(dir) {
			continue
		}
		rel, _ := filepath.Rel(module, dir)
		p.dirs = append(p.dirs, dir)
		p.quiet[dir] = quiet(filepath.ToSlash(rel)) != "" || strings.Contains(rel, "tools") || strings.Contains(rel, "scripts") || strings.Contains(rel, "gen")
	}
	slices.Sort(p.dirs)
	var serious []string
	for _, dir := range p.dirs {
		if !p.quiet[dir] {
			serious = append(serious, dir)
		}
	}
	if len(serious) == 1 {
		p.single = serious
	}
	for _, dir := range p.dirs {
		for _, name := range p.called(dir) {
			p.names[name] = union(p.names[name], []string{dir})
			if base := p.base(); name != base && !dull[name] {
				p.names[base+"-"+name] = union(p.names[base+"-"+name], []string{dir})
			}
		}
	}
	return p
}

// mine: a folder is of the module, and of none within it.
func (p *programs) mine(dir string) bool {
	if !below(dir, p.module) {
		return false
	}
	for _, m := range p.tree.modules {
		if len(m) > len(p.module) && below(m, p.module) && below(dir, m) {
			return false
		}
	}
	return true
}

func below(dir, root string) bool {
	return dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, string(os.PathSeparator))+string(os.PathSeparator))
}

// isMain: a folder is of a package main; its first file says so.
func isMain(dir string) bool {
	list, err := filepath.Glob(filepath.Join(escaped(dir), "*.go"))
	if err != nil {
		return false
	}
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		clause, ignored := packageClause(f)
		f.Close()
		if clause != "" && !ignored {
			return clause == "main"
		}
	}
	return false
}

func escaped(dir string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(dir)
}

// packageClause reads the head of a Go file.
func packageClause(f *os.File) (name string, ignored bool) {
	in := bufio.NewScanner(f)
	for n := 0; n < 400 && in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "//go:build ignore" || line == "// +build ignore" {
			return "", true
		}
		if rest, ok := strings.CutPrefix(line, "package "); ok {
			name, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
			return strings.TrimSuffix(name, ";"), false
		}
	}
	return "", false
}

// dull are names of folders that name no program.
var dull = map[string]bool{"cmd": true, "server": true, "app": true, "main": true, "src": true, "service": true, "bin": true, "services": true, "backend": true, "api": true, "apps": true, "go": true, "internal": true, "pkg": true, ".": true}

// called is what a program is likely to be called: by its folder, or by the nearest
// above it that names something; at the top by the module.
func (p *programs) called(dir string) []string {
	rel, _ := filepath.Rel(p.module, dir)
	parts := strings.Split(filepath.ToSlash(rel), "/")
	var out []string
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] != "." {
			out = append(out, parts[i])
		}
		if !dull[parts[i]] {
			return out
		}
	}
	return append(out, p.base())
}

// base is the last word of the module's path.
func (p *programs) base() string {
	name := path.Base(p.path)
	if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(p.path))
	}
	return name
}

// of are the programs that an image has in it.
func (p *programs) of(image string) []string {
	if rest, ok := strings.CutPrefix(image, "ko://"); ok {
		if rel, ok := strings.CutPrefix(rest, p.path); ok && p.path != "" {
			dir := filepath.Join(p.module, filepath.FromSlash(rel))
			if slices.Contains(p.dirs, dir) {
				return []string{dir}
			}
		}
		return nil
	}
	bare := bareImage(image)
	if bare == "" {
		return nil
	}
	if dirs, ok := p.images[bare]; ok {
		return dirs
	}
	name := path.Base(bare)
	if dirs, ok := p.images[name]; ok {
		return dirs
	}
	if dull[name] && name != p.base() {
		return nil
	}
	if dirs := p.names[name]; len(dirs) == 1 {
		return dirs
	}
	switch base := p.base(); {
	case name == base, name == base+"-server", name == base+"-api", name == base+"-service", name == base+"-controller", name == base+"-operator", name == base+"-manager":
		if p.single != nil {
			return p.single
		}
		return p.shipped()
	}
	return nil
}

// shipped is the one program that Dockerfiles build; nil: none, or several.
func (p *programs) shipped() []string {
	var out []string
	for _, f := range p.tree.list {
		base := strings.ToLower(filepath.Base(f.name))
		if (strings.HasPrefix(base, "dockerfile") || strings.HasSuffix(base, ".dockerfile")) && quiet(p.tree.relative(f.name)) == "" {
			out = union(out, p.built(f.name, p.module))
		}
	}
	if len(out) == 1 {
		return out
	}
	return nil
}

// run is the program that a command names; nil: none, or several.
func (p *programs) run(command string) []string {
	if dull[command] || command == "" {
		return nil
	}
	if dirs := p.names[command]; len(dirs) == 1 {
		return dirs
	}
	var out []string
	for name, dirs := range p.names {
		if strings.HasSuffix(command, "-"+name) && !dull[name] {
			out = union(out, dirs)
		}
	}
	if len(out) == 1 {
		return out
	}
	return nil
}

// bareImage is an image's name without registry's port, tag and digest; empty where
// only a run of a template knows it.
func bareImage(image string) string {
	image, _, _ = strings.Cut(strings.Trim(image, `"' `), "@")
	if i := strings.LastIndexByte(image, ':'); i > strings.LastIndexByte(image, '/') {
		image = image[:i]
	}
	image = strings.TrimRight(image, "/:")
	if strings.Contains(path.Base(image), unknownWord) || strings.Contains(image, "$") {
		return ""
	}
	return image
}

var (
	goBuild = regexp.MustCompile(`\bgo\s+(?:build|install)\b([^&|;]*)`)
	workdir = regexp.MustCompile(`(?i)^\s*WORKDIR\s+(\S+)`)
)

// built are the programs that a Dockerfile builds, in the folder around it or in a
// context; nil where that cannot be told.
func (p *programs) built(dockerfile string, context ...string) []string {
	f := p.tree.read(dockerfile)
	if f == nil {
		return nil
	}
	roots := append(slices.Clone(context), filepath.Dir(dockerfile))
	text := strings.ReplaceAll(f.text, "\\\n", " ")
	var out []string
	found := false
	for _, m := range goBuild.FindAllStringSubmatch(text, -1) {
		found = true
		target := "."
		fields := strings.Fields(m[1])
		for i, word := range fields {
			if i > 0 && (fields[i-1] == "-o" || fields[i-1] == "-ldflags" || fields[i-1] == "-tags") || strings.HasPrefix(word, "-") || strings.ContainsAny(word, `"'=`) {
				continue
			}
			if strings.HasPrefix(word, "./") || word == "." || strings.HasPrefix(word, p.path+"/") || strings.HasSuffix(word, ".go") || strings.HasPrefix(word, "cmd/") {
				target = strings.TrimPrefix(word, p.path)
			}
		}
		if strings.HasSuffix(target, ".go") {
			target = path.Dir(target)
		}
		if strings.Contains(target, "...") || strings.Contains(target, "$") {
			return p.single
		}
		from := roots
		if target != "." && slices.ContainsFunc(roots, func(root string) bool { return below(p.module, root) }) {
			from = append(roots[:len(roots):len(roots)], p.module)
		}
		for _, root := range from {
			if dir := filepath.Join(root, filepath.FromSlash(target)); slices.Contains(p.dirs, dir) {
				out = union(out, []string{dir})
				break
			}
		}
	}
	if len(out) == 0 && found {
		for _, m := range strings.Split(text, "\n") { // it goes to the folder first
			if w := workdir.FindStringSubmatch(m); w != nil {
				for _, root := range roots {
					for at := path.Clean(w[1]); at != "/" && at != "."; at = path.Dir(at) {
						rest := strings.TrimPrefix(path.Clean(w[1]), at)
						if dir := filepath.Join(root, filepath.FromSlash(rest)); rest != "" && slices.Contains(p.dirs, dir) {
							out = union(out, []string{dir})
						}
					}
				}
			}
		}
	}
	if len(out) == 0 && (found || strings.Contains(text, "golang")) && p.single != nil && slices.ContainsFunc(roots, func(root string) bool { return below(p.single[0], root) }) {
		return p.single
	}
	return out
}
