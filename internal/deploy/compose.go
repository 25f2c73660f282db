package deploy

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// compose reads compose files: which folder is behind which image, when a container
// is killed, what is set for it.
func (r *reader) compose() {
	for _, f := range r.tree.list {
		base := strings.ToLower(filepath.Base(f.name))
		if !isYAML(f.name) || !strings.HasPrefix(base, "docker-compose") && !strings.HasPrefix(base, "compose") {
			continue
		}
		r.tree.parse(f, strings.Split(f.text, "\n"), nil, "")
		for _, d := range f.docs {
			for _, s := range d.top().get("services").pairs() {
				r.service(f, s)
			}
		}
	}
}

func (r *reader) service(f *file, s pair) {
	dir := filepath.Dir(f.name)
	build := s.value.get("build")
	image := s.value.get("image").text()
	var to []string
	if build.is() {
		context, dockerfile := build.text(), "Dockerfile"
		if c := build.get("context").text(); c != "" {
			context = c
		}
		if d := build.get("dockerfile").text(); d != "" {
			dockerfile = d
		}
		if strings.Contains(context, "$") || strings.Contains(dockerfile, "$") {
			return
		}
		at := filepath.Join(dir, context)
		to = r.programs.built(filepath.Join(at, dockerfile), at)
		if bare := bareImage(image); bare != "" && to != nil {
			r.programs.images[bare] = to
		}
	} else {
		to = r.programs.of(image)
	}
	if to == nil {
		return
	}
	r.programs.images["compose:"+s.key] = union(r.programs.images["compose:"+s.key], to)
	at, given := s.value.get("stop_grace_period"), s.value.get("stop_grace_period").is()
	if !given {
		at = s.at
	}
	r.add(&composeStop, at, s.value.get("stop_grace_period").text(), given, to, nil)
	r.health(s, to)
	env := s.value.get("environment")
	for _, p := range env.pairs() {
		r.variable(p.key, p.value.text(), p.at, to)
	}
	for _, n := range env.list() {
		name, value, _ := strings.Cut(n.text(), "=")
		r.variable(name, value, n, to)
	}
}

// variable keeps a variable that is set; ${X:-30s} is 30s unless somebody says
// otherwise.
func (r *reader) variable(name, value string, at node, to []string) {
	if m := fallback.FindStringSubmatch(value); m != nil {
		value = m[1]
	}
	if value == "" || strings.Contains(value, "$") {
		return
	}
	s := Setting{Env: name, Value: value, At: at.at(), Programs: to}
	s.Quiet = quiet(r.tree.relative(s.At.File))
	r.settings = append(r.settings, s)
}

var (
	fallback = regexp.MustCompile(`^\$\{\w+:?-([^}]*)\}$`)
	asked    = regexp.MustCompile(`https?://[^\s"']+`)
)

// health is a check that asks the container itself by HTTP.
func (r *reader) health(s pair, to []string) {
	check := s.value.get("healthcheck")
	var command []string
	for _, n := range check.get("test").list() {
		command = append(command, n.text())
	}
	m := asked.FindString(strings.Join(command, " ") + " " + check.get("test").text())
	u, err := url.Parse(m)
	if m == "" || err != nil || !slices.Contains([]string{"localhost", "127.0.0.1", "0.0.0.0", s.key}, u.Hostname()) {
		return
	}
	at, given := check.get("timeout"), check.get("timeout").is()
	if !given {
		at = check
	}
	r.add(&composeTest, at, check.get("timeout").text(), given, to, func(b *Bound) {
		b.Routes = []Route{{Path: "/" + strings.TrimPrefix(u.Path, "/"), Exact: true, Method: "GET"}}
	})
}

// skaffold reads which folder is behind which image.
func (r *reader) skaffold() {
	for _, f := range r.tree.list {
		if !isYAML(f.name) || !strings.HasPrefix(strings.ToLower(filepath.Base(f.name)), "skaffold") {
			continue
		}
		r.tree.parse(f, strings.Split(f.text, "\n"), nil, "")
		for _, d := range f.docs {
			for _, a := range d.top().get("build", "artifacts").list() {
				at := filepath.Join(filepath.Dir(f.name), a.get("context").text())
				image := bareImage(a.get("image").text())
				if image == "" {
					continue
				}
				if main := a.get("ko", "main").text(); main != "" {
					if dir := filepath.Join(at, main); slices.Contains(r.programs.dirs, dir) {
						r.programs.images[image] = []string{dir}
					}
					continue
				}
				dockerfile := "Dockerfile"
				if d := a.get("docker", "dockerfile").text(); d != "" {
					dockerfile = d
				}
				if to := r.programs.built(filepath.Join(at, dockerfile), at); to != nil {
					r.programs.images[image] = to
				} else if r.programs.images[image] == nil {
					r.programs.images[image] = []string{} // another's, whatever it is called
				}
			}
		}
	}
}
