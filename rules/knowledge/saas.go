package knowledge

// Clients of services.
var goGithub = Library{
	Path:    "github.com/google/go-github/v74/github",
	Module:  "github.com/google/go-github/v74",
	Version: "v74.0.0",
	Note:    "NewClient(nil) makes a client without Timeout.",
	Calls: []Call{
		{Name: "(*github.com/google/go-github/v74/github.Client).Do", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "github/github.go:1035"},
		{Name: "(*github.com/google/go-github/v74/github.Client).BareDo", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "github/github.go:967"},
	},
	Globs: []Glob{
		{Type: "(*github.com/google/go-github/v74/github.PullRequestsService)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "github/pulls.go:19"},
		{Type: "(*github.com/google/go-github/v74/github.RepositoriesService)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "github/repos.go:26"},
		{Type: "(*github.com/google/go-github/v74/github.IssuesService)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "github/issues.go:18"},
	},
	Knobs: []Knob{
		{Owner: "github.com/google/go-github/v74/github", Form: Option, Name: "NewClient", Stage: Total, Unit: "*net/http.Client", Default: "http.Client{}", Source: "github/github.go:336"},
	},
}

var slackGo = Library{
	Path:    "github.com/slack-go/slack",
	Module:  "github.com/slack-go/slack",
	Version: "v0.36.0",
	Note:    "Every X has an XContext; no Timeout by default.",
	Calls: []Call{
		{Name: "(*github.com/slack-go/slack.Client).PostMessage", Does: Requests, Instead: "PostMessageContext", Source: "chat.go:136"},
		{Name: "(*github.com/slack-go/slack.Client).PostMessageContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "chat.go:142"},
		{Name: "github.com/slack-go/slack.PostWebhook", Does: Requests, Instead: "PostWebhookContext", Source: "webhooks.go:30", Note: "http.DefaultClient"},
		{Name: "github.com/slack-go/slack.PostWebhookContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "webhooks.go:34"},
	},
	Knobs: []Knob{
		{Owner: "github.com/slack-go/slack", Form: Option, Name: "OptionHTTPClient", Stage: Total, Unit: "github.com/slack-go/slack.httpClient", Default: "http.Client{}", Source: "slack.go:195"},
	},
	Retries: []Retry{
		{Name: "github.com/slack-go/slack.OptionRetry", Form: Option, Counts: ExtraTries, Default: "off", Zero: SingleTry, Jitter: Yes, Backoff: "Retry-After, else 60s", Source: "slack.go:158", Note: "status 429 only"},
		{Name: "github.com/slack-go/slack.RetryConfig.MaxRetries", Form: Field, Counts: ExtraTries, Default: "3", Zero: SingleTry, Backoff: "exponential 100ms..30s", Source: "retry.go:71"},
	},
}

var stripeV82 = Library{
	Path:    "github.com/stripe/stripe-go/v82",
	Module:  "github.com/stripe/stripe-go/v82",
	Version: "v82.5.1",
	Note:    "A context comes by params.Context; the waits between attempts do not look at it.",
	Calls: []Call{
		{Name: "(*github.com/stripe/stripe-go/v82.BackendImplementation).Do", Does: Requests, Bound: []Bound{"reqctx"}, Source: "stripe.go:827"},
	},
	Knobs: []Knob{
		{Owner: "github.com/stripe/stripe-go/v82.BackendConfig", Form: Field, Name: "HTTPClient", Stage: Attempt, Unit: "*net/http.Client", Default: "http.Client{Timeout: 80s}", Source: "stripe.go:1478"},
	},
	Retries: []Retry{
		{Name: "github.com/stripe/stripe-go/v82.BackendConfig.MaxNetworkRetries", Form: Field, Counts: ExtraTries, Default: "2", Zero: SingleTry, Jitter: Yes, Backoff: "quadratic 500ms..5s", Ctx: No, Source: "stripe.go:50", Note: "with an idempotency key of its own"},
	},
}

var twilioClient = Library{
	Path:    "github.com/twilio/twilio-go/client",
	Module:  "github.com/twilio/twilio-go",
	Version: "v1.31.0",
	Note:    "Knows no context.",
	Calls: []Call{
		{Name: "(*github.com/twilio/twilio-go/client.Client).SendRequest", Does: Requests, Bound: []Bound{"setter:(*github.com/twilio/twilio-go/client.Client).SetTimeout"}, Source: "client/client.go:157"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/twilio/twilio-go/client.Client)", Form: Setter, Name: "SetTimeout", Stage: Total, Default: "10s", Zero: Infinite, Source: "client/client.go:59"},
	},
}

var sendgridGo = Library{
	Path:    "github.com/sendgrid/sendgrid-go",
	Module:  "github.com/sendgrid/sendgrid-go",
	Version: "v3.16.1+incompatible",
	Calls: []Call{
		{Name: "(*github.com/sendgrid/sendgrid-go.Client).Send", Does: Requests, Instead: "SendWithContext", Source: "base_interface.go:59"},
		{Name: "(*github.com/sendgrid/sendgrid-go.Client).SendWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "base_interface.go:64"},
		{Name: "github.com/sendgrid/sendgrid-go.API", Does: Requests, Source: "base_interface.go:93"},
		{Name: "github.com/sendgrid/sendgrid-go.MakeRequest", Does: Requests, Instead: "MakeRequestWithContext", Source: "base_interface.go:98"},
		{Name: "github.com/sendgrid/sendgrid-go.MakeRequestWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "base_interface.go:103"},
	},
	Knobs: []Knob{
		{Owner: "github.com/sendgrid/sendgrid-go", Form: Variable, Name: "DefaultClient", Stage: Total, Unit: "*github.com/sendgrid/rest.Client", Default: "rest.DefaultClient", Source: "base_interface.go:88"},
	},
	Retries: []Retry{
		{Name: "github.com/sendgrid/sendgrid-go.MakeRequestRetry", Form: Option, Counts: FixedCount, Default: "7", Jitter: No, Backoff: "X-RateLimit-Reset, else 1.1s", Ctx: No, Source: "base_interface.go:19", Note: "a reset far away is waited for"},
	},
}

var sendgridRest = Library{
	Path:    "github.com/sendgrid/rest",
	Module:  "github.com/sendgrid/rest",
	Version: "v2.6.9+incompatible",
	Calls: []Call{
		{Name: "github.com/sendgrid/rest.Send", Does: Requests, Instead: "SendWithContext", Source: "rest.go:116"},
		{Name: "github.com/sendgrid/rest.SendWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "rest.go:121"},
		{Name: "(*github.com/sendgrid/rest.Client).Send", Does: Requests, Bound: []Bound{"field:github.com/sendgrid/rest.Client.HTTPClient"}, Instead: "SendWithContext", Source: "rest.go:139"},
	},
}

var sentryGo = Library{
	Path:    "github.com/getsentry/sentry-go",
	Module:  "github.com/getsentry/sentry-go",
	Version: "v0.50.0",
	Calls: []Call{
		{Name: "(*github.com/getsentry/sentry-go.Client).Flush", Does: Writes, Bound: []Bound{"arg:0"}, Instead: "FlushWithContext", Source: "client.go:826", Note: "false is a timeout: look at it"},
		{Name: "github.com/getsentry/sentry-go.Flush", Does: Writes, Bound: []Bound{"arg:0"}, Instead: "FlushWithContext", Source: "sentry.go:146"},
		{Name: "(*github.com/getsentry/sentry-go.Client).FlushWithContext", Does: Writes, Bound: []Bound{"ctx:0"}, Source: "client.go:851"},
	},
	Knobs: []Knob{
		{Owner: "github.com/getsentry/sentry-go.HTTPSyncTransport", Form: Field, Name: "Timeout", Stage: Total, Default: "30s", Zero: Infinite, Source: "transport.go:25"},
	},
}
