package deploy

import (
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// object is one Kubernetes object.
type object struct {
	node
	kind, api, name string
	chart           string
	programs        []string // of a workload
	labels          map[string]string
}

// workloads are the kinds with a pod, and where it is.
var workloads = map[string][]string{
	"Deployment": {"spec", "template"}, "StatefulSet": {"spec", "template"}, "DaemonSet": {"spec", "template"}, "ReplicaSet": {"spec", "template"}, "Rollout": {"spec", "template"},
	"Job": {"spec", "template"}, "CronJob": {"spec", "jobTemplate", "spec", "template"}, "Pod": {},
}

// kubernetes reads all objects.
func (r *reader) kubernetes() {
	for _, f := range r.tree.list {
		for _, d := range f.docs {
			r.gather(d.top(), d.chart, 0)
		}
	}
	r.renamed()
	for _, o := range r.objs {
		if at, ok := workloads[o.kind]; ok {
			pod := o.get(at...)
			o.labels = pod.get("metadata", "labels").labels()
			o.programs = r.running(pod.get("spec"))
		} else if o.kind == "Service" && strings.HasPrefix(o.api, "serving.knative.dev/") {
			o.programs = r.running(o.get("spec", "template", "spec"))
		}
	}
	r.patched()
	for _, o := range r.objs {
		switch {
		case workloads[o.kind] != nil:
			r.workload(o)
		case o.kind == "Service" && strings.HasPrefix(o.api, "serving.knative.dev/"):
			r.knative(o)
		case o.kind == "ServiceMonitor" || o.kind == "PodMonitor":
			r.monitor(o)
		case o.kind == "ValidatingWebhookConfiguration" || o.kind == "MutatingWebhookConfiguration":
			r.webhooks(o)
		default:
			r.route(o)
		}
	}
}

const mostObjects = 5000

// gather keeps an object, and those of a List.
func (r *reader) gather(n node, chart string, depth int) {
	o := &object{node: n, kind: n.get("kind").text(), api: n.get("apiVersion").text(), name: n.get("metadata", "name").text(), chart: chart}
	if o.kind == "" || o.api == "" || len(r.objs) >= mostObjects {
		return
	}
	if o.kind == "List" && depth == 0 {
		for _, item := range n.get("items").list() {
			r.gather(item, chart, 1)
		}
		return
	}
	r.objs = append(r.objs, o)
}

// renamed are the images that a kustomization gives other names.
func (r *reader) renamed() {
	for _, f := range r.tree.list {
		base := path.Base(filepath.ToSlash(f.name))
		if base != "kustomization.yaml" && base != "kustomization.yml" || len(f.docs) == 0 {
			continue
		}
		for _, image := range f.docs[0].top().get("images").list() {
			from, to := bareImage(image.get("name").text()), image.get("newName").text()
			if from == "" || to == "" || r.programs.of(from) != nil {
				continue
			}
			if dirs := r.programs.of(to); dirs != nil {
				r.programs.images[from] = dirs
			}
		}
	}
	// The image that operators' projects leave a name for.
	if p := r.programs; p.single != nil && p.images["controller"] == nil && r.tree.read(filepath.Join(p.module, "PROJECT")) != nil {
		p.images["controller"] = p.single
	}
}

// running are the programs of a pod.
func (r *reader) running(pod node) []string {
	var out []string
	for _, c := range pod.get("containers").list() {
		out = union(out, r.container(c))
	}
	return out
}

func (r *reader) container(c node) []string {
	image := c.get("image").text()
	if to := r.programs.run(path.Base(first(c.get("command").list()).text())); to != nil && r.programs.of(image) != nil {
		return to // one of several in an image
	}
	if dirs := r.programs.of(image); dirs != nil {
		return dirs
	}
	if bare := bareImage(image); bare != "" && !strings.Contains(image, unknownWord) {
		if dirs := r.programs.names[c.get("name").text()]; path.Base(bare) == r.programs.base() && len(dirs) == 1 {
			return dirs // an image called like the module, and a container like a program of it
		}
		return nil // another's
	}
	// What only a run of a template knows: the container's own name, or what it runs.
	for _, name := range []string{c.get("name").text(), path.Base(first(c.get("command").list()).text())} {
		if dirs := r.programs.names[name]; len(dirs) == 1 && !dull[name] {
			return dirs
		}
	}
	if c.doc.chart != "" && strings.Contains(image, unknownWord) && r.programs.single != nil && filepath.Base(c.doc.chart) == r.programs.base() {
		return r.programs.single
	}
	return nil
}

func first(list []node) node {
	if len(list) == 0 {
		return node{}
	}
	return list[0]
}

// patched: an object without an image that changes another of its kind and name runs
// what that runs.
func (r *reader) patched() {
	for _, o := range r.objs {
		if workloads[o.kind] == nil || len(o.programs) > 0 || o.name == "" {
			continue
		}
		at := o.get(workloads[o.kind]...).get("spec", "containers").list()
		if slices.ContainsFunc(at, func(c node) bool { return c.get("image").is() }) {
			continue
		}
		for _, base := range r.objs {
			if base.kind == o.kind && base.name == o.name && base.chart == o.chart && len(base.programs) > 0 {
				o.programs, o.labels = base.programs, base.labels
				break
			}
		}
	}
}

// probes are the keys of probes and their rows.
var probes = []struct {
	key string
	row *Row
}{{"livenessProbe", &liveness}, {"readinessProbe", &readiness}, {"startupProbe", &startup}}

func (r *reader) workload(o *object) {
	pod := o.get(workloads[o.kind]...).get("spec")
	patch := false // it changes another: what it does not say, that says
	stays := o.kind != "Job" && o.kind != "CronJob"
	var held []string
	sleep := 0.0
	for _, c := range pod.get("containers").list() {
		to := r.container(c)
		if !c.get("image").is() {
			to, patch = o.programs, true
		}
		if to == nil {
			continue
		}
		held = union(held, to)
		r.set(c, to)
		if n, err := strconv.ParseFloat(c.get("lifecycle", "preStop", "sleep", "seconds").text(), 64); err == nil {
			sleep = max(sleep, n)
		}
		for _, word := range c.get("lifecycle", "preStop", "exec", "command").list() {
			sleep = max(sleep, slept(word.text()))
		}
		if list := c.get("lifecycle", "preStop", "exec", "command").list(); len(list) == 2 && list[0].text() == "sleep" {
			sleep = max(sleep, slept("sleep "+list[1].text()))
		}
		for _, p := range probes {
			probe := c.get(p.key)
			if !probe.is() {
				continue
			}
			var route Route
			if http := probe.get("httpGet"); http.is() {
				at := http.get("path").text()
				if strings.Contains(at, unknownWord) {
					continue
				}
				at, _, _ = strings.Cut(at, "?")
				route = Route{Path: "/" + strings.TrimPrefix(at, "/"), Exact: true, Method: "GET"}
			} else if probe.get("grpc").is() {
				route = Route{RPC: "Health/Check"}
			} else {
				continue
			}
			at, given := probe.get("timeoutSeconds"), probe.get("timeoutSeconds").is()
			if !given {
				at = c.key(p.key)
			}
			if !given && (patch || probe.open()) {
				continue
			}
			r.add(p.row, at, probe.get("timeoutSeconds").text(), given, to, func(b *Bound) { b.Routes = []Route{route} })
		}
	}
	if len(held) == 0 {
		return
	}
	if at := pod.get("terminationGracePeriodSeconds"); stays {
		given := at.is()
		if !given {
			at = pod.key("containers")
		}
		if !given && (patch || pod.open()) {
			return
		}
		r.add(&grace, at, pod.get("terminationGracePeriodSeconds").text(), given, held, func(b *Bound) {
			b.D = max(b.D-time.Duration(sleep*float64(time.Second)), 1)
		})
		return
	}
	spec := o.get("spec")
	if o.kind == "CronJob" {
		spec = o.get("spec", "jobTemplate", "spec")
	}
	if at := spec.get("activeDeadlineSeconds"); at.is() {
		r.add(&jobTime, at, at.text(), true, held, nil)
	}
}

var sleeping = regexp.MustCompile(`\bsleep\s+([0-9.]+)`)

func slept(command string) float64 {
	if m := sleeping.FindStringSubmatch(command); m != nil {
		n, _ := strconv.ParseFloat(m[1], 64)
		return n
	}
	return 0
}

// set reads the flags and variables that a container is given.
func (r *reader) set(c node, to []string) {
	add := func(s Setting, n node) {
		s.At, s.Programs = n.at(), to
		if s.Quiet = quiet(r.tree.relative(s.At.File)); s.Value != "" && !strings.Contains(s.Value, unknownWord) {
			r.settings = append(r.settings, s)
		}
	}
	list := slices.Concat(c.get("command").list(), c.get("args").list())
	for i, n := range list {
		text := n.text()
		if !strings.HasPrefix(text, "-") {
			continue
		}
		name, value, given := strings.Cut(strings.TrimLeft(text, "-"), "=")
		at := n
		if !given && i+1 < len(list) && !strings.HasPrefix(list[i+1].text(), "-") {
			value, at = list[i+1].text(), list[i+1]
		}
		add(Setting{Flag: name, Value: value}, at)
	}
	for _, n := range c.get("env").list() {
		add(Setting{Env: n.get("name").text(), Value: n.get("value").text()}, n.get("value"))
	}
	for _, from := range c.get("envFrom").list() {
		name := from.get("configMapRef", "name").text()
		for _, o := range r.objs {
			if o.kind != "ConfigMap" || o.name != name || name == "" || o.chart != c.doc.chart {
				continue
			}
			for _, p := range o.get("data").pairs() {
				add(Setting{Env: p.key, Value: p.value.text()}, p.value)
			}
		}
	}
}

// behind are the programs behind a Service of a name.
func (r *reader) behind(name string, o *object) []string {
	name, _, _ = strings.Cut(name, ".")
	var out []string
	for _, s := range r.objs {
		if s.kind != "Service" || s.name != name || s.chart != o.chart {
			continue
		}
		if strings.HasPrefix(s.api, "serving.knative.dev/") {
			out = union(out, s.programs)
			continue
		}
		out = union(out, r.selected(s.get("spec", "selector").labels(), s.chart))
	}
	if out == nil {
		out = r.alone(o.chart)
	}
	return out
}

// selected are the programs of pods with these labels.
func (r *reader) selected(want map[string]string, chart string) []string {
	var out []string
	for _, w := range r.objs {
		if workloads[w.kind] == nil || w.chart != chart || len(w.programs) == 0 {
			continue
		}
		all := len(want) > 0
		for key, value := range want {
			all = all && w.labels[key] == value
		}
		if all {
			out = union(out, w.programs)
		}
	}
	if out == nil {
		out = r.alone(chart)
	}
	return out
}

// alone are the programs of the one workload that a chart has.
func (r *reader) alone(chart string) []string {
	if chart == "" {
		return nil
	}
	found := map[string][]string{}
	for _, w := range r.objs {
		if w.chart == chart && workloads[w.kind] != nil && w.kind != "Job" && w.kind != "CronJob" && w.kind != "Pod" {
			found[w.kind+w.name] = w.programs
		}
	}
	if len(found) != 1 {
		return nil
	}
	return slices.Collect(maps.Values(found))[0]
}
