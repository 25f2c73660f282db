package deploy

import (
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

// proxies reads the configuration of proxies and of service managers.
func (r *reader) proxies() {
	for _, f := range r.tree.list {
		base := strings.ToLower(filepath.Base(f.name))
		switch {
		case strings.Contains(base, "haproxy"):
			r.haproxy(f)
		case strings.HasPrefix(base, "caddyfile"), strings.HasSuffix(base, ".caddyfile"):
			r.caddy(f)
		case strings.HasSuffix(base, ".service"):
			r.unit(f)
		case strings.Contains(f.text, "proxy_pass") || strings.Contains(f.text, "grpc_pass"):
			if !isYAML(base) {
				r.nginx(f)
			}
		}
		for _, d := range f.docs {
			r.envoy(d.top())
		}
	}
}

// host is the programs behind a name that a proxy sends requests to: a service of a
// compose file, a Service, or one called like a program.
func (r *reader) host(name string) []string {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "http://"), "https://"), "grpc://")
	name, _, _ = strings.Cut(name, "/")
	name, _, _ = strings.Cut(name, ":")
	if name == "" {
		return nil
	}
	if to := r.programs.images["compose:"+name]; to != nil {
		return to
	}
	short, _, _ := strings.Cut(name, ".")
	var out []string
	for _, s := range r.objs {
		if s.kind == "Service" && s.name == short {
			out = union(out, r.selected(s.get("spec", "selector").labels(), s.chart))
		}
	}
	if out == nil && (name == "localhost" || name == "127.0.0.1") && r.programs.single != nil {
		return r.programs.single
	}
	return out
}

// line is a place in a file without a syntax tree.
func (f *file) line(n int) node {
	return node{&yaml.Node{Line: n}, &doc{file: f}}
}

// nginx reads locations that hand requests on, and the time that holds there.
func (r *reader) nginx(f *file) {
	root := words(f.text, '{', '}', ';')
	upstreams := map[string][]string{}
	root.walk(func(b *directive, _ []*directive) {
		if b.word(0) == "upstream" {
			for _, s := range b.kids {
				if s.word(0) == "server" {
					upstreams[b.word(1)] = append(upstreams[b.word(1)], s.word(1))
				}
			}
		}
	})
	root.walk(func(b *directive, above []*directive) {
		pass := b.word(0)
		if pass != "proxy_pass" && pass != "grpc_pass" || len(above) == 0 {
			return
		}
		target := b.word(1)
		bare := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(target, "http://"), "https://"), "grpc://")
		host, rest, changed := strings.Cut(bare, "/")
		servers, of := upstreams[host]
		if !of {
			servers = []string{host}
		}
		var to []string
		for _, s := range servers {
			to = union(to, r.host(s))
		}
		location := above[len(above)-1]
		route := Route{Path: location.word(1)}
		switch route.Path {
		case "=":
			route.Path, route.Exact = location.word(2), true
		case "^~":
			route.Path = location.word(2)
		case "~", "~*":
			return
		}
		if location.word(0) != "location" || !strings.HasPrefix(route.Path, "/") || strings.ContainsAny(route.Path, "$(") {
			return
		}
		if changed && "/"+rest != route.Path { // what comes off the path is put on
			if rest != "" || route.Path != "/" && !strings.HasSuffix(route.Path, "/") {
				return
			}
			route.Path = "/"
		}
		at, value, given := f.line(b.line), "", false
		key := strings.Replace(pass, "_pass", "_read_timeout", 1)
		for _, around := range append([]*directive{root}, above...) {
			for _, k := range around.kids {
				if k.word(0) == key {
					at, value, given = f.line(k.line), k.word(1), true
				}
			}
		}
		r.add(&nginxRead, at, value, given, to, func(x *Bound) {
			x.Routes = []Route{route}
			if of && len(servers) > 1 {
				x.Attempts = len(servers)
			}
		})
	})
}

// caddy reads the transport of a reverse_proxy.
func (r *reader) caddy(f *file) {
	root := words(f.text, '{', '}', '\n')
	root.walk(func(b *directive, above []*directive) {
		if b.word(0) != "reverse_proxy" {
			return
		}
		var to []string
		targets := b.words[1:]
		for _, k := range b.kids {
			if k.word(0) == "to" {
				targets = append(targets, k.words[1:]...)
			}
		}
		route := Route{Path: "/"}
		for _, t := range targets {
			if strings.HasPrefix(t, "/") {
				route.Path, _ = written(t, false)
				continue
			}
			to = union(to, r.host(t))
		}
		for _, a := range above {
			switch a.word(0) {
			case "handle":
				if p := a.word(1); strings.HasPrefix(p, "/") {
					route.Path, _ = written(p, false)
				}
			case "handle_path", "route":
				if a.word(1) != "" {
					return
				}
			}
		}
		b.walk(func(k *directive, _ []*directive) {
			row := map[string]*Row{"response_header_timeout": &caddyHead, "read_timeout": &caddyRead}[k.word(0)]
			if row != nil {
				r.add(row, f.line(k.line), k.word(1), true, to, func(x *Bound) { x.Routes = []Route{route} })
			}
		})
	})
}

// haproxy reads what backends say, or the defaults above them.
func (r *reader) haproxy(f *file) {
	type section struct {
		kind    string
		at      int
		value   string
		servers []string
	}
	var list []section
	for i, line := range strings.Split(f.text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		switch w[0] {
		case "global", "defaults", "frontend", "backend", "listen":
			list = append(list, section{kind: w[0]})
			continue
		}
		if len(list) == 0 || len(w) < 3 {
			continue
		}
		s := &list[len(list)-1]
		switch {
		case w[0] == "timeout" && w[1] == "server":
			s.at, s.value = i+1, w[2]
		case w[0] == "server":
			s.servers = append(s.servers, w[2])
		}
	}
	var defaults section
	for _, s := range list {
		if s.kind == "defaults" {
			defaults = s
		}
		if s.kind != "backend" && s.kind != "listen" {
			continue
		}
		if s.value == "" {
			s.at, s.value = defaults.at, defaults.value
		}
		var to []string
		for _, name := range s.servers {
			to = union(to, r.host(name))
		}
		if s.value != "" {
			r.add(&haproxyTime, f.line(s.at), s.value, true, to, nil)
		}
	}
}

// unit reads a systemd unit: the program that it starts, by the name of its file.
func (r *reader) unit(f *file) {
	var exec, value string
	at, service := 1, 0
	for i, line := range strings.Split(f.text, "\n") {
		key, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "[Service]":
			service = i + 1
		case "ExecStart":
			exec = path.Base(strings.TrimLeft(first0(strings.Fields(v)), "-@:+!"))
		case "TimeoutStopSec", "TimeoutSec":
			at, value = i+1, v
		}
	}
	to := r.programs.names[exec]
	if len(to) != 1 || service == 0 || dull[exec] {
		return
	}
	if value == "" {
		at = service
	}
	r.add(&systemdStop, f.line(at), value, value != "", to, nil)
}

func first0(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// envoy reads the routes of a configuration of Envoy's.
func (r *reader) envoy(n node) {
	if !n.get("static_resources").is() {
		return
	}
	clusters := map[string][]string{}
	for _, c := range n.get("static_resources", "clusters").list() {
		for _, e := range c.get("load_assignment", "endpoints").list() {
			for _, lb := range e.get("lb_endpoints").list() {
				clusters[c.get("name").text()] = append(clusters[c.get("name").text()], lb.get("endpoint", "address", "socket_address", "address").text())
			}
		}
	}
	for _, l := range n.get("static_resources", "listeners").list() {
		for _, chain := range l.get("filter_chains").list() {
			for _, filter := range chain.get("filters").list() {
				for _, host := range filter.get("typed_config", "route_config", "virtual_hosts").list() {
					for _, rule := range host.get("routes").list() {
						r.envoyRoute(rule, clusters)
					}
				}
			}
		}
	}
}

func (r *reader) envoyRoute(rule node, clusters map[string][]string) {
	route := rule.get("route")
	var to []string
	for _, host := range clusters[route.get("cluster").text()] {
		to = union(to, r.host(host))
	}
	match := rule.get("match")
	path, exact := match.get("prefix").text(), false
	if p := match.get("path").text(); p != "" {
		path, exact = p, true
	}
	path, ok := written(path, route.get("prefix_rewrite").is() || route.get("regex_rewrite").is())
	if !ok || match.get("safe_regex").is() {
		return
	}
	repeats := func(b *Bound) {
		b.Routes = []Route{{Path: path, Exact: exact}}
		if policy := route.get("retry_policy"); policy.get("retry_on").is() {
			b.Attempts, b.Repeat = 2, policy.at()
			more(b, policy.get("num_retries"))
		}
	}
	at, given := route.get("timeout"), route.get("timeout").is()
	if !given {
		at = route
	}
	r.add(&envoyTotal, at, route.get("timeout").text(), given, to, repeats)
	if at := route.get("retry_policy", "per_try_timeout"); at.is() {
		r.add(&envoyTry, at, at.text(), true, to, repeats)
	}
}
