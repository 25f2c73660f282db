package deploy

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// route reads the objects that say how a request gets to a program.
func (r *reader) route(o *object) {
	switch o.kind {
	case "Ingress":
		r.ingress(o)
	case "HTTPRoute":
		r.httpRoute(o)
	case "VirtualService":
		r.virtualService(o)
	case "ServiceProfile":
		r.serviceProfile(o)
	case "HTTPProxy":
		r.httpProxy(o)
	case "BackendConfig":
		r.backendConfig(o)
	case "IngressRoute":
		r.ingressRoute(o)
	case "Service":
		r.annotated(o, nil, r.selected(o.get("spec", "selector").labels(), o.chart))
	}
}

const nginxPrefix = "nginx.ingress.kubernetes.io/"

// ingress reads what controllers read in the annotations of an Ingress.
func (r *reader) ingress(o *object) {
	notes := o.get("metadata", "annotations")
	for _, rule := range append(o.get("spec", "rules").list(), node{}) {
		for _, p := range rule.get("http", "paths").list() {
			service := p.get("backend", "service", "name").text()
			if service == "" {
				service = p.get("backend", "serviceName").text()
			}
			path, ok := written(p.get("path").text(), notes.get(nginxPrefix+"rewrite-target").text() != "")
			if ok {
				r.ingressPath(o, Route{Path: path, Exact: p.get("pathType").text() == "Exact"}, r.behind(service, o))
			}
		}
	}
	service := o.get("spec", "defaultBackend", "service", "name").text()
	if service != "" {
		r.ingressPath(o, Route{Path: "/"}, r.behind(service, o))
	}
}

// written is the path of a route; not ok: it is an expression, or is changed on the way.
func written(path string, rewritten bool) (string, bool) {
	if path == "" || path == "/*" || path == "/(.*)" || path == "/.*" {
		path = "/"
	}
	path = strings.TrimSuffix(path, "*")
	return path, path == "/" || !rewritten && !strings.ContainsAny(path, `()[]|\^$`) && !strings.Contains(path, unknownWord)
}

func (r *reader) ingressPath(o *object, route Route, to []string) {
	notes := o.get("metadata", "annotations")
	here := []Route{route}
	class := o.get("spec", "ingressClassName").text() + notes.get("kubernetes.io/ingress.class").text()
	own := slices.ContainsFunc(notes.pairs(), func(p pair) bool { return strings.HasPrefix(p.key, nginxPrefix) })
	if class == "nginx" || own {
		at, given := notes.get(nginxPrefix+"proxy-read-timeout"), notes.get(nginxPrefix+"proxy-read-timeout").is()
		if !given {
			at = o.key("kind")
		}
		r.add(&ingressRead, at, notes.get(nginxPrefix+"proxy-read-timeout").text(), given, to, func(b *Bound) {
			b.Routes, b.Attempts = here, 3
			if n := notes.get(nginxPrefix + "proxy-next-upstream-tries"); n.is() {
				b.Attempts, b.Repeat = number(n.text()), n.at()
			}
			if next := notes.get(nginxPrefix + "proxy-next-upstream"); next.text() == "off" {
				b.Attempts, b.Repeat = 1, next.at()
			}
		})
	}
	for _, key := range []string{"haproxy-ingress.github.io/timeout-server", "ingress.kubernetes.io/timeout-server", "haproxy.org/timeout-server", "haproxy.com/timeout-server"} {
		if at := notes.get(key); at.is() {
			r.add(&haproxyAnn, at, at.text(), true, to, func(b *Bound) { b.Routes = here })
		}
	}
	if at := notes.get("alb.ingress.kubernetes.io/load-balancer-attributes"); at.is() {
		if m := idleTimeout.FindStringSubmatch(at.text()); m != nil {
			r.add(&albIdle, at, m[1], true, to, func(b *Bound) { b.Routes = here })
		}
	}
}

var idleTimeout = regexp.MustCompile(`\bidle_timeout\.timeout_seconds=(\d+)`)

func number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 || n > 1000 {
		return 0
	}
	return n
}

// more is the tries of a key that counts those after the first.
func more(b *Bound, n node) {
	if k := number(n.text()); n.is() && k > 0 {
		b.Attempts, b.Repeat = 1+k, n.at()
	}
}

func (r *reader) httpRoute(o *object) {
	for _, rule := range o.get("spec", "rules").list() {
		var to []string
		for _, ref := range rule.get("backendRefs").list() {
			to = union(to, r.behind(ref.get("name").text(), o))
		}
		var routes []Route
		rewritten := slices.ContainsFunc(rule.get("filters").list(), func(f node) bool { return f.get("type").text() == "URLRewrite" && f.get("urlRewrite", "path").is() })
		for _, m := range rule.get("matches").list() {
			kind := m.get("path", "type").text()
			path, ok := written(m.get("path", "value").text(), rewritten)
			if !ok || kind == "RegularExpression" {
				continue
			}
			routes = append(routes, Route{Path: path, Exact: kind == "Exact", Method: m.get("method").text()})
		}
		if len(rule.get("matches").list()) > 0 && len(routes) == 0 {
			continue
		}
		for key, row := range map[string]*Row{"request": &gatewayTotal, "backendRequest": &gatewayTry} {
			if at := rule.get("timeouts", key); at.is() {
				r.add(row, at, at.text(), true, to, func(b *Bound) {
					b.Routes = routes
					more(b, rule.get("retry", "attempts"))
				})
			}
		}
		r.annotated(o, routes, to)
	}
}

// annotated reads what Linkerd reads in the annotations of a Service or a route.
func (r *reader) annotated(o *object, routes []Route, to []string) {
	notes := o.get("metadata", "annotations")
	repeats := func(b *Bound) {
		b.Routes = routes
		if notes.get("retry.linkerd.io/http").is() || notes.get("retry.linkerd.io/grpc").is() {
			b.Attempts, b.Repeat = 2, notes.at()
			more(b, notes.get("retry.linkerd.io/limit"))
		}
	}
	if at := notes.get("timeout.linkerd.io/request"); at.is() {
		r.add(&linkerdTotal, at, at.text(), true, to, repeats)
	}
	if at := notes.get("retry.linkerd.io/timeout"); at.is() {
		r.add(&linkerdTry, at, at.text(), true, to, repeats)
	}
}

func (r *reader) virtualService(o *object) {
	for _, rule := range o.get("spec", "http").list() {
		var to []string
		for _, d := range rule.get("route").list() {
			to = union(to, r.behind(d.get("destination", "host").text(), o))
		}
		var routes []Route
		for _, m := range rule.get("match").list() {
			uri := m.get("uri")
			prefix := uri.get("prefix").text()
			exact := uri.get("exact").is()
			if exact {
				prefix = uri.get("exact").text()
			}
			path, ok := written(prefix, rule.get("rewrite", "uri").is())
			if !ok || uri.get("regex").is() {
				continue
			}
			routes = append(routes, Route{Path: path, Exact: exact, Method: m.get("method", "exact").text()})
		}
		if len(rule.get("match").list()) > 0 && len(routes) == 0 {
			continue
		}
		repeats := func(b *Bound) {
			b.Routes, b.Attempts = routes, 3
			if n := rule.get("retries", "attempts"); n.is() {
				b.Attempts, b.Repeat = 1+number(n.text()), n.at()
			}
		}
		if at := rule.get("timeout"); at.is() {
			r.add(&istioTotal, at, at.text(), true, to, repeats)
		}
		if at := rule.get("retries", "perTryTimeout"); at.is() {
			r.add(&istioTry, at, at.text(), true, to, repeats)
		}
	}
}

// serviceProfile reads a Linkerd profile; without a timeout of its own a route has
// the default.
func (r *reader) serviceProfile(o *object) {
	to := r.behind(o.name, o)
	for _, rule := range o.get("spec", "routes").list() {
		cond := rule.get("condition")
		path, ok := plain(cond.get("pathRegex").text())
		if !ok {
			continue
		}
		at, given := rule.get("timeout"), rule.get("timeout").is()
		if !given {
			at = rule
		}
		r.add(&linkerd, at, rule.get("timeout").text(), given, to, func(b *Bound) {
			b.Routes = []Route{{Path: path, Exact: true, Method: cond.get("method").text()}}
			if parts := strings.Split(path, "/"); len(parts) == 3 && strings.Contains(parts[1], ".") { // a remote call
				b.Routes = []Route{{RPC: parts[1][strings.LastIndexByte(parts[1], '.')+1:] + "/" + parts[2]}}
			}
			if again := rule.get("isRetryable"); again.text() == "true" {
				b.Attempts, b.Repeat = 2, again.at()
			}
		})
	}
}

// plain is the path that an expression is, where it is one and nothing more; ids in it
// are holes.
func plain(regex string) (string, bool) {
	path := strings.NewReplacer(`\.`, ".", `\-`, "-", `[^/]*`, "{}", `[^/]+`, "{}").Replace(strings.TrimSuffix(strings.TrimPrefix(regex, "^"), "$"))
	return path, strings.HasPrefix(path, "/") && !strings.ContainsAny(path, `()[]|\^$*+?`)
}

func (r *reader) httpProxy(o *object) {
	for _, rule := range o.get("spec", "routes").list() {
		var to []string
		for _, s := range rule.get("services").list() {
			to = union(to, r.behind(s.get("name").text(), o))
		}
		path := "/"
		for _, c := range rule.get("conditions").list() {
			if p := c.get("prefix").text(); p != "" {
				path = p
			}
		}
		if rule.get("pathRewritePolicy").is() && path != "/" {
			continue
		}
		if at := rule.get("timeoutPolicy", "response"); at.is() {
			r.add(&contour, at, at.text(), true, to, func(b *Bound) {
				b.Routes = []Route{{Path: path}}
				if n := rule.get("retryPolicy", "count"); n.is() {
					more(b, n)
				}
			})
		}
	}
}

func (r *reader) backendConfig(o *object) {
	var to []string
	for _, s := range r.objs {
		note := s.get("metadata", "annotations", "cloud.google.com/backend-config").text()
		if s.kind == "Service" && s.chart == o.chart && o.name != "" && strings.Contains(note, `"`+o.name+`"`) {
			to = union(to, r.selected(s.get("spec", "selector").labels(), s.chart))
		}
	}
	at, given := o.get("spec", "timeoutSec"), o.get("spec", "timeoutSec").is()
	if !given {
		at = o.key("kind")
	}
	r.add(&backendTime, at, o.get("spec", "timeoutSec").text(), given, to, nil)
}

// ingressRoute reads traefik's routes: the transport of a service says how long the
// head of an answer may take.
func (r *reader) ingressRoute(o *object) {
	for _, rule := range o.get("spec", "routes").list() {
		for _, s := range rule.get("services").list() {
			name := s.get("serversTransport").text()
			for _, t := range r.objs {
				if t.kind != "ServersTransport" || t.name != name || name == "" || t.chart != o.chart {
					continue
				}
				if at := t.get("spec", "forwardingTimeouts", "responseHeaderTimeout"); at.is() {
					r.add(&traefikHead, at, at.text(), true, r.behind(s.get("name").text(), o), nil)
				}
			}
		}
	}
}
