package knowledge

// ContextEffect is what a function does to the context it returns.
type ContextEffect string

// The effects.
const (
	Roots     ContextEffect = "roots"     // begins a context that never ends
	Detaches  ContextEffect = "detaches"  // keeps the values of its parent and not its end
	Times     ContextEffect = "times"     // gives its parent a deadline
	Derives   ContextEffect = "derives"   // ends with its parent, or when somebody cancels it
	Signals   ContextEffect = "signals"   // ends with its parent, or when the process is told to stop
	Entering  ContextEffect = "entering"  // gives the context of a request that comes in
	Commands  ContextEffect = "commands"  // gives the context of a command
	Requested ContextEffect = "requested" // makes a request that carries a context
	Carried   ContextEffect = "carried"   // gives the context that a request carries
)

// ContextRow says what a function does to a context. Arguments are counted as
// the code writes them, a receiver as the first.
type ContextRow struct {
	Name   string // as types.Func.FullName, without type arguments
	Does   ContextEffect
	Parent int // argument that is the parent, or the request; -1: none
	Time   int // argument that is the time, or the moment, of Times; -1: the function's own
}

// ContextRows are the functions that make contexts, by name. The standard
// library's were read in Go 1.26, the others at the versions that the rows of
// their libraries give.
func ContextRows() map[string]ContextRow {
	out := map[string]ContextRow{}
	for _, r := range contextRows {
		out[r.Name] = r
	}
	return out
}

// ContextRowOf is the row of one function, for who asks once in a while.
func ContextRowOf(name string) (ContextRow, bool) {
	for _, r := range contextRows {
		if r.Name == name {
			return r, true
		}
	}
	return ContextRow{}, false
}

const companion = "github.com/timeoutlint/timeoutlint/budget"

var contextRows = []ContextRow{
	{"context.Background", Roots, -1, -1},
	{"context.TODO", Roots, -1, -1},
	{"context.WithoutCancel", Detaches, 0, -1},
	{"context.WithTimeout", Times, 0, 1},
	{"context.WithTimeoutCause", Times, 0, 1},
	{"context.WithDeadline", Times, 0, 1},
	{"context.WithDeadlineCause", Times, 0, 1},
	{"context.WithCancel", Derives, 0, -1},
	{"context.WithCancelCause", Derives, 0, -1},
	{"context.WithValue", Derives, 0, -1},
	{"os/signal.NotifyContext", Signals, 0, -1},
	{"(*net/http.Request).Context", Carried, 0, -1},
	{"(*net/http.Request).WithContext", Requested, 1, -1},
	{"(*net/http.Request).Clone", Requested, 1, -1},
	{"(*github.com/labstack/echo/v5.Context).Request", Entering, -1, -1},
	{"net/http.NewRequest", Requested, -1, -1},
	{"net/http.NewRequestWithContext", Requested, 0, -1},
	{"golang.org/x/sync/errgroup.WithContext", Derives, 0, -1},
	{"google.golang.org/grpc/metadata.NewOutgoingContext", Derives, 0, -1},
	{"google.golang.org/grpc/metadata.AppendToOutgoingContext", Derives, 0, -1},
	{"go.opentelemetry.io/otel/trace.ContextWithSpan", Derives, 0, -1},
	{"(*github.com/spf13/cobra.Command).Context", Commands, -1, -1},
	{"(*testing.common).Context", Entering, -1, -1},
	{companion + ".WithAtMost", Times, 0, 1},
	{companion + ".Detach", Times, 0, 1},
	{"(*" + companion + ".Dependency).Context", Times, 1, -1},
}
