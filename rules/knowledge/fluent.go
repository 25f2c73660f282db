package knowledge

// The logger of Fluentd and Fluent Bit: what is written may wait for ever.
var fluentLogger = Library{
	Path:    "github.com/fluent/fluent-logger-golang/fluent",
	Module:  "github.com/fluent/fluent-logger-golang",
	Version: "v1.10.2",
	Note:    "Timeout is for connecting only. Unless Async is set a Post waits for the write, and the write for as long as the other side does not read.",
	Calls: []Call{
		{Name: "(*github.com/fluent/fluent-logger-golang/fluent.Fluent).Post", Does: Writes, Bound: []Bound{"field:github.com/fluent/fluent-logger-golang/fluent.Config.WriteTimeout"}, Source: "fluent/fluent.go:229"},
		{Name: "(*github.com/fluent/fluent-logger-golang/fluent.Fluent).PostWithTime", Does: Writes, Bound: []Bound{"field:github.com/fluent/fluent-logger-golang/fluent.Config.WriteTimeout"}, Source: "fluent/fluent.go:234"},
		{Name: "(*github.com/fluent/fluent-logger-golang/fluent.Fluent).EncodeAndPostData", Does: Writes, Bound: []Bound{"field:github.com/fluent/fluent-logger-golang/fluent.Config.WriteTimeout"}, Source: "fluent/fluent.go:282"},
		{Name: "(*github.com/fluent/fluent-logger-golang/fluent.Fluent).Close", Does: Closes, Source: "fluent/fluent.go:377", Note: "with Async it waits for what is pending, unless ForceStopAsyncSend is set"},
	},
	Knobs: []Knob{
		{Owner: "github.com/fluent/fluent-logger-golang/fluent.Config", Form: Field, Name: "Timeout", Stage: Connect, Default: "3s", Zero: Default, Source: "fluent/fluent.go:132"},
		{Owner: "github.com/fluent/fluent-logger-golang/fluent.Config", Form: Field, Name: "WriteTimeout", Stage: Write, Default: "0", Zero: Infinite, Since: "v1.3.0", Source: "fluent/fluent.go:622"},
		{Owner: "github.com/fluent/fluent-logger-golang/fluent.Config", Form: Field, Name: "ReadTimeout", Stage: Read, Default: "0", Zero: Infinite, Since: "v1.10.0", Source: "fluent/fluent.go:653", Note: "for the acknowledgement that RequestAck asks for"},
		{Owner: "github.com/fluent/fluent-logger-golang/fluent.Config", Form: Field, Name: "Async", Stage: Write, Unit: "bool", Default: "false", Source: "fluent/fluent.go:59"},
	},
}
