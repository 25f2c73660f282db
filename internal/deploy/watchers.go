package deploy

import (
	"slices"
	"strings"
)

func (r *reader) monitor(o *object) {
	var to []string
	want := o.get("spec", "selector", "matchLabels").labels()
	endpoints := o.get("spec", "endpoints").list()
	if o.kind == "PodMonitor" {
		endpoints = o.get("spec", "podMetricsEndpoints").list()
		to = r.selected(want, o.chart)
	} else {
		for _, s := range r.objs {
			if s.kind != "Service" || s.chart != o.chart || len(want) == 0 {
				continue
			}
			has, all := s.get("metadata", "labels").labels(), true
			for key, value := range want {
				all = all && has[key] == value
			}
			if all {
				to = union(to, r.selected(s.get("spec", "selector").labels(), s.chart))
			}
		}
		if to == nil {
			to = r.alone(o.chart)
		}
	}
	for _, e := range endpoints {
		at, given := e.get("scrapeTimeout"), e.get("scrapeTimeout").is()
		if !given {
			at = e
		}
		route := Route{Path: "/metrics", Exact: true, Method: "GET"}
		if p := e.get("path").text(); p != "" {
			route.Path = p
		}
		r.add(&scrape, at, e.get("scrapeTimeout").text(), given, to, func(b *Bound) { b.Routes = []Route{route} })
	}
}

func (r *reader) webhooks(o *object) {
	for _, w := range o.get("webhooks").list() {
		service := w.get("clientConfig", "service")
		if !service.is() {
			continue
		}
		to := r.behind(service.get("name").text(), o)
		if to == nil && r.programs.images["controller"] != nil {
			to = r.programs.images["controller"] // the name before kustomize puts a prefix
		}
		at, given := w.get("timeoutSeconds"), w.get("timeoutSeconds").is()
		if !given {
			at = w
		}
		route := Route{Path: service.get("path").text(), Exact: true}
		if route.Path == "" || strings.Contains(route.Path, unknownWord) { // the program says it itself
			continue
		}
		r.add(&webhook, at, w.get("timeoutSeconds").text(), given, to, func(b *Bound) { b.Routes = []Route{route} })
	}
}

func (r *reader) knative(o *object) {
	spec := o.get("spec", "template", "spec")
	row := &knativeTotal
	if slices.ContainsFunc(o.get("metadata", "annotations").pairs(), func(p pair) bool { return strings.HasPrefix(p.key, "run.googleapis.com/") }) {
		row = &cloudRun
	}
	at, given := spec.get("timeoutSeconds"), spec.get("timeoutSeconds").is()
	if !given {
		at = o.key("kind")
	}
	r.add(row, at, spec.get("timeoutSeconds").text(), given, o.programs, nil)
	if at := spec.get("responseStartTimeoutSeconds"); at.is() {
		r.add(&knativeHead, at, at.text(), true, o.programs, nil)
	}
}
