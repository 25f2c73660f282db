package rules

// The catalogue: the whole product on one screen. A row without Since is not
// there yet; docgen, the command and the plugin offer only rows that have one.
var (
	BareClient    = Rule{"bareclient", Client, Warning, Wait, "v0.1.0", 1088, "an HTTP client without a timeout sends requests that carry no deadline"}
	DefaultClient = Rule{"defaultclient", Client, Warning, Wait, "v0.1.0", 1088, "a request through http.DefaultClient, which waits for ever, carries no deadline"}
	HalfTransport = Rule{"halftransport", Client, Warning, Stage, "v0.1.0", 1088, "a transport bounds one stage of a request and leaves the next one unbounded"}
	BareDial      = Rule{"baredial", Client, Warning, Stage, "v0.1.0", 1088, "a connection is dialled without a timeout"}
	BareConn      = Rule{"bareconn", Client, Note, Advice, "v0.1.0", 1088, "a connection dialled here is read or written without a deadline"}
	BareExec      = Rule{"bareexec", Client, Warning, Stage, "v0.1.0", 1088, "a command is run to its end with nothing that stops it"}
	ExecWait      = Rule{"execwait", Client, Warning, Stage, "v0.1.0", 1088, "a command is killed in time, and what it has started keeps its caller waiting"}
	LostLimit     = Rule{"lostlimit", Client, Warning, Mistake, "v0.1.0", 1088, "a limit is set and then lost on the way to the call"}
	ZeroConfig    = Rule{"zeroconfig", Client, Warning, Mistake, "v0.1.0", 1188, "a setting that reaches a timeout is never given a value other than zero"}
	HalfBound     = Rule{"halfbound", Client, Warning, Wait, "v0.1.0", 1088, "a wait is bounded on one path and unbounded on another"}
	HouseClient   = Rule{"houseclient", Client, Warning, Mistake, "v0.1.0", 1088, "a client is built outside the constructors the team agreed on"}

	BareServer   = Rule{"bareserver", Server, Warning, Door, "v0.1.0", 400, "a server never drops a client that is slow to send its request"}
	Unenforced   = Rule{"unenforced", Server, Warning, Promise, "v0.1.0", 400, "the answer is cut off at WriteTimeout while the handler's work goes on"}
	ShutdownWait = Rule{"shutdownwait", Server, Warning, Stage, "v0.1.0", 1088, "the end of a server waits for ever for its clients, or not at all"}

	UnboundedCtx = Rule{"unboundedctx", Context, Warning, Wait, "v0.1.0", 1088, "a blocking call depends on a context that never gets a deadline"}
	DroppedCtx   = Rule{"droppedctx", Context, Warning, Stage, "v0.1.0", 1088, "a call restarts from context.Background although a context is in scope"}
	CtxVariant   = Rule{"ctxvariant", Context, Warning, Stage, "v0.1.0", 1088, "a blocking call ignores the context in scope although it has a variant that takes one"}
	DeafCtx      = Rule{"deafctx", Context, Warning, Wait, "v0.1.0", 1088, "a framework value is passed as a context but never ends"}
	DetachedCtx  = Rule{"detachedctx", Context, Warning, Wait, "v0.1.0", 1088, "a detached context has no deadline of its own"}
	IgnoredCtx   = Rule{"ignoredctx", Context, Warning, Wait, "v0.1.0", 1088, "the driver ignores the deadline of the context it is given"}
	EarlyCancel  = Rule{"earlycancel", Context, Error, Mistake, "v0.1.0", 772, "a context is cancelled before what depends on it has been read"}
	DeafSleep    = Rule{"deafsleep", Context, Warning, Stage, "v0.1.0", 772, "a sleep cannot be interrupted although a context is in scope"}

	PoolWait     = Rule{"poolwait", Pool, Warning, Wait, "v0.1.0", 1088, "a limited pool can keep its callers waiting for ever"}
	BareDriver   = Rule{"baredriver", Pool, Warning, Wait, "v0.1.0", 1088, "a driver's settings leave connecting or reading unbounded"}
	LockWait     = Rule{"lockwait", Pool, Warning, Wait, "v0.1.0", 833, "a mutex is held while a call waits that nothing ends soon"}
	WaitForReady = Rule{"waitforready", Pool, Warning, Stage, "v0.1.0", 1088, "a call waits for a server that may never come, without a deadline"}
	Fanout       = Rule{"fanout", Pool, Note, Advice, "v0.1.0", 770, "one goroutine per item calls a dependency without a limit"}

	RetryCap       = Rule{"retrycap", Retry, Warning, Repeat, "v0.1.0", 835, "a retry loop has no limit of attempts or time"}
	RetryBackoff   = Rule{"retrybackoff", Retry, Warning, Repeat, "v0.1.0", 405, "a failed call is repeated at once"}
	RetryJitter    = Rule{"retryjitter", Retry, Warning, Repeat, "v0.1.0", 799, "the delay between attempts is the same for every client"}
	RetryGrowth    = Rule{"retrygrowth", Retry, Warning, Repeat, "v0.1.0", 405, "the delay between attempts grows without a maximum"}
	HotLoop        = Rule{"hotloop", Retry, Warning, Repeat, "v0.1.0", 835, "an accept, consume or watch loop comes straight back after an error"}
	RetryCtx       = Rule{"retryctx", Retry, Warning, Repeat, "v0.1.0", 772, "a loop goes on retrying after its context has ended"}
	RetryShared    = Rule{"retryshared", Retry, Warning, Mistake, "v0.1.0", 1088, "all attempts share the timeout of one"}
	RetryZero      = Rule{"retryzero", Retry, Warning, Repeat, "v0.1.0", 835, "a retry limit of zero means no limit here"}
	RetryPermanent = Rule{"retrypermanent", Retry, Note, Advice, "v0.1.0", 755, "an error that will never go away is retried"}
	RetryBody      = Rule{"retrybody", Retry, Warning, Mistake, "v0.1.0", 772, "the second attempt sends a request body that the first has consumed"}

	RetryPost    = Rule{"retrypost", Idempotency, Warning, Repeat, "v0.1.0", 837, "a POST or PATCH is repeated without an idempotency key"}
	RetryRPC     = Rule{"retryrpc", Idempotency, Note, Advice, "v0.1.0", 837, "a remote call that looks like it acts twice is repeated"}
	RetrySQL     = Rule{"retrysql", Idempotency, Warning, Repeat, "v0.1.0", 837, "a statement that acts twice is repeated after an error that may hide its success"}
	RetryPublish = Rule{"retrypublish", Idempotency, Note, Advice, "v0.1.0", 837, "a message may be published twice by the retry"}
	RetryKey     = Rule{"retrykey", Idempotency, Error, Mistake, "v0.1.0", 837, "the idempotency key is made anew for every attempt"}

	OverBudget    = Rule{"overbudget", Budget, Error, Promise, "v0.1.0", 400, "a call may run longer than its caller waits"}
	BudgetSum     = Rule{"budgetsum", Budget, Warning, Promise, "v0.1.0", 400, "waits in a row that no deadline joins add up to more than the budget"}
	BudgetRetry   = Rule{"budgetretry", Budget, Warning, Promise, "v0.1.0", 400, "the attempts and the waits between them cannot fit in the budget"}
	DeadTimeout   = Rule{"deadtimeout", Budget, Note, Advice, "v0.1.0", 561, "a timeout never fires because a shorter one is already in force"}
	BudgetHop     = Rule{"budgethop", Budget, Note, Advice, "v0.1.0", 400, "a call to another service does not carry the time that is left"}
	RetryNested   = Rule{"retrynested", Budget, Warning, Repeat, "v0.1.0", 405, "a retry inside a retry multiplies the calls"}
	Amplification = Rule{"amplification", Budget, Note, Advice, "v0.1.0", 405, "one request can cause more calls to a dependency than agreed"}

	BreakerErrors = Rule{"breakererrors", Breaker, Warning, Mistake, "v0.1.0", 754, "a breaker counts the caller's own cancellation or mistake as a failure of the dependency"}
	BreakerVolume = Rule{"breakervolume", Breaker, Warning, Mistake, "v0.1.0", 754, "a breaker can open on one failure of one call"}
	BreakerSlow   = Rule{"breakerslow", Breaker, Note, Advice, "v0.1.0", 1088, "a breaker never sees slowness because the call it protects has no bound"}
	RetryBreaker  = Rule{"retrybreaker", Breaker, Warning, Repeat, "v0.1.0", 405, "a retry repeats the refusal of an open breaker"}

	SilentTimeout = Rule{"silenttimeout", Hygiene, Note, Advice, "v0.1.0", 778, "a timeout is swallowed without an error, a log line or a metric"}
	BudgetUse     = Rule{"budgetuse", Hygiene, Warning, Mistake, "v0.1.0", 573, "package budget is used in a way that takes its promise away"}
	DurationUnit  = Rule{"durationunit", Hygiene, Error, Mistake, "v0.1.0", 1339, "a duration has no unit, or has it twice"}
)

var catalogue = []Rule{
	BareClient, DefaultClient, HalfTransport, BareDial, BareConn, BareExec, ExecWait, LostLimit, ZeroConfig, HalfBound,
	HouseClient,
	BareServer, Unenforced, ShutdownWait,
	UnboundedCtx, DroppedCtx, CtxVariant, DeafCtx, DetachedCtx, IgnoredCtx, EarlyCancel, DeafSleep,
	PoolWait, BareDriver, LockWait, WaitForReady, Fanout,
	RetryCap, RetryBackoff, RetryJitter, RetryGrowth, HotLoop, RetryCtx, RetryShared, RetryZero, RetryPermanent,
	RetryBody,
	RetryPost, RetryRPC, RetrySQL, RetryPublish, RetryKey,
	OverBudget, BudgetSum, BudgetRetry, DeadTimeout, BudgetHop, RetryNested, Amplification,
	BreakerErrors, BreakerVolume, BreakerSlow, RetryBreaker,
	SilentTimeout, BudgetUse, DurationUnit,
}

// speaking is who speaks first of the rules that see the same loop or the same
// command: the first of these that has something to show about it, and no other.
var speaking = []Rule{RetryBackoff, HotLoop, RetryCap, DeafSleep, RetryCtx, BareExec, CtxVariant}
