package knowledge

// os/exec and os: a command runs as long as it likes. CommandContext kills the
// child; pipes that a grandchild holds open keep Wait waiting unless WaitDelay is set.
var osExec = Library{
	Path:    "os/exec",
	Module:  "std",
	Version: "go1.26.8",
	Note:    "WaitDelay alone does not end a child that runs: its clock starts when the context ends or the child has left.",
	Calls: []Call{
		{Name: "(*os/exec.Cmd).Run", Does: Runs, Bound: []Bound{"builder:os/exec.CommandContext"}, Source: "os/exec/exec.go:628"},
		{Name: "(*os/exec.Cmd).Wait", Does: Runs, Bound: []Bound{"builder:os/exec.CommandContext"}, Source: "os/exec/exec.go:922"},
		{Name: "(*os/exec.Cmd).Output", Does: Runs, Bound: []Bound{"builder:os/exec.CommandContext"}, Source: "os/exec/exec.go:1014"},
		{Name: "(*os/exec.Cmd).CombinedOutput", Does: Runs, Bound: []Bound{"builder:os/exec.CommandContext"}, Source: "os/exec/exec.go:1037"},
		{Name: "os/exec.Command", Does: Builds, Instead: "CommandContext", Source: "os/exec/exec.go:404"},
	},
	Knobs: []Knob{
		{Owner: "os/exec.Cmd", Form: Field, Name: "WaitDelay", Stage: Shutdown, Default: "0", Zero: Infinite, Negative: Immediate, Source: "os/exec/exec.go:303", Note: "0: pipes are read to their end, which a grandchild may hold open"},
		{Owner: "os/exec.Cmd", Form: Field, Name: "Cancel", Stage: Shutdown, Unit: "func", Default: "Process.Kill", Source: "os/exec/exec.go:276"},
	},
	Flows: []Flow{
		{Name: "os/exec.CommandContext", Keeps: []string{"ctx"}, Source: "os/exec/exec.go:484"},
	},
	Exempt: []string{
		"(*os/exec.Cmd).Start",
		"os/exec.LookPath",
		"(*os/exec.Cmd).StdinPipe",
		"(*os/exec.Cmd).StdoutPipe",
		"(*os/exec.Cmd).StderrPipe",
	},
}

var osPkg = Library{
	Path:    "os",
	Module:  "std",
	Version: "go1.26.8",
	Calls: []Call{
		{Name: "(*os.Process).Wait", Does: Runs, Source: "os/exec.go:345"},
		{Name: "(*os.File).Read", Does: Receives, Bound: []Bound{"deadline"}, Source: "os/file.go:140", Note: "a pipe or a terminal; a plain file does not wait"},
	},
	Knobs: []Knob{
		{Owner: "(*os.File)", Form: Setter, Name: "SetDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "os/file.go:674", Note: "pipes and sockets only"},
		{Owner: "(*os.File)", Form: Setter, Name: "SetReadDeadline", Stage: Read, Unit: "time", Default: "none", Zero: Infinite, Source: "os/file.go:682", Note: "pipes and sockets only"},
		{Owner: "(*os.File)", Form: Setter, Name: "SetWriteDeadline", Stage: Write, Unit: "time", Default: "none", Zero: Infinite, Source: "os/file.go:692", Note: "pipes and sockets only"},
	},
	Exempt: []string{
		"os.StartProcess",
		"os.ReadFile",
		"os.WriteFile",
		"os.Open",
		"os.Create",
	},
}
