package knowledge

// The effects of what a function is given.
const (
	Jobs ContextEffect = "jobs" // the context beside it is that of a job, which the framework gives no deadline
	Deaf ContextEffect = "deaf" // it is taken for a context and never ends
)

// ContextParam says what the context of a function is that is given something of
// a type, by code that is not in sight.
type ContextParam struct {
	Type   string // as flow names types; the path of a library may have a version
	Does   ContextEffect
	Unless []string // settings, "type.field", which change that where they are set
	Note   string
}

// ContextParams are the parameters that tell what a context is.
func ContextParams() []ContextParam { return contextParams[:] }

var contextParams = [...]ContextParam{
	{Type: "net/http.ResponseWriter", Does: Entering},
	{Type: "github.com/spf13/cobra.Command", Does: Commands},
	{Type: "github.com/urfave/cli/v3.Command", Does: Commands},
	{Type: "github.com/urfave/cli/v2.Context", Does: Commands},
	{Type: "sigs.k8s.io/controller-runtime/pkg/reconcile.Request", Does: Jobs, Unless: []string{
		"sigs.k8s.io/controller-runtime/pkg/controller.TypedOptions.ReconciliationTimeout",
		"sigs.k8s.io/controller-runtime/pkg/controller.Options.ReconciliationTimeout",
		"sigs.k8s.io/controller-runtime/pkg/config.Controller.ReconciliationTimeout",
	}, Note: "v0.24: only ReconciliationTimeout gives Reconcile a deadline"},
	{Type: "cloud.google.com/go/pubsub.Message", Does: Jobs, Note: "Receive's context, for as long as it receives"},
	{Type: "cloud.google.com/go/pubsub/v2.Message", Does: Jobs, Note: "Receive's context, for as long as it receives"},
	{Type: "github.com/hibiken/asynq.Task", Does: Times, Note: "30 minutes where the task says nothing"},
	{Type: "github.com/riverqueue/river.Job", Does: Times, Note: "JobTimeout, a minute by default"},
	{Type: "github.com/gin-gonic/gin.Context", Does: Deaf, Unless: []string{"github.com/gin-gonic/gin.Engine.ContextWithFallback"}},
}

// CommandRuns are the functions that run commands with a context, by name, with
// the argument that is it, a receiver counted.
func CommandRuns() map[string]int {
	return map[string]int{
		"(*github.com/spf13/cobra.Command).ExecuteContext":  1,
		"(*github.com/spf13/cobra.Command).ExecuteContextC": 1,
		"(*github.com/urfave/cli/v3.Command).Run":           1,
		"(*github.com/urfave/cli/v2.App).RunContext":        1,
	}
}

// StatementLimits are the settings of databases that end a statement by themselves.
func StatementLimits() []string {
	return []string{"statement_timeout", "max_execution_time", "max_statement_time", "transaction_timeout"}
}

// What copies a request with another context, and what every handler of net/http is
// given to answer with.
const (
	RequestCopy  = "(*net/http.Request).WithContext"
	AnswerWriter = "net/http.ResponseWriter"
)

// RequestSetters are the fields, "type.field", and the methods by which middleware
// gives a request that comes in another context.
func RequestSetters() []string {
	return []string{
		"github.com/gin-gonic/gin.Context.Request",
		"(github.com/labstack/echo/v4.Context).SetRequest",
		"(*github.com/gofiber/fiber/v2.Ctx).SetUserContext",
		"(*github.com/gofiber/fiber/v2.Ctx).SetContext",
		"(github.com/gofiber/fiber/v3.Ctx).SetContext",
	}
}
