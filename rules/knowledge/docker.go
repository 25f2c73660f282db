package knowledge

// The Docker client, under its old and its new name.
var dockerClient = Library{
	Path:    "github.com/docker/docker/client",
	Module:  "github.com/docker/docker",
	Version: "v28.5.2+incompatible",
	Note:    "No timeout of its own; WithTimeout cuts logs, attach and wait as well.",
	Calls: []Call{
		{Name: "(*github.com/docker/docker/client.Client).Events", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client/events.go:18"},
		{Name: "(*github.com/docker/docker/client.Client).ContainerLogs", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client/container_logs.go:36"},
		{Name: "(*github.com/docker/docker/client.Client).ContainerWait", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "client/container_wait.go:32"},
	},
	Globs: []Glob{
		{Type: "(*github.com/docker/docker/client.Client)", Shape: CtxFirst, Except: []string{"Events", "ContainerLogs", "ContainerWait"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client/client.go:106"},
	},
	Knobs: []Knob{
		{Owner: "github.com/docker/docker/client", Form: Option, Name: "WithTimeout", Stage: Total, Default: "0", Zero: Infinite, Source: "client/options.go:105"},
	},
}

var mobyClient = Library{
	Path:    "github.com/moby/moby/client",
	Module:  "github.com/moby/moby/client",
	Version: "v0.6.3",
	Calls: []Call{
		{Name: "(*github.com/moby/moby/client.Client).Events", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "system_events.go:32"},
		{Name: "(*github.com/moby/moby/client.Client).ContainerLogs", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "container_logs.go:58"},
		{Name: "(*github.com/moby/moby/client.Client).ContainerWait", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "container_wait.go:41"},
	},
	Globs: []Glob{
		{Type: "(*github.com/moby/moby/client.Client)", Shape: CtxFirst, Except: []string{"Events", "ContainerLogs", "ContainerWait"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client.go:126"},
	},
	Knobs: []Knob{
		{Owner: "github.com/moby/moby/client", Form: Option, Name: "WithTimeout", Stage: Total, Default: "0", Zero: Infinite, Source: "client_options.go:192"},
	},
}
