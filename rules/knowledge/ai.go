package knowledge

// Clients of language models: retries by default, and no limit but the context.
var openAIOption = Library{
	Path:    "github.com/openai/openai-go/option",
	Module:  "github.com/openai/openai-go",
	Version: "v1.12.0",
	Knobs: []Knob{
		{Owner: "github.com/openai/openai-go/option", Form: Option, Name: "WithRequestTimeout", Stage: Attempt, Default: "none", Zero: Disabled, Source: "option/requestoption.go:255"},
		{Owner: "github.com/openai/openai-go/option", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "github.com/openai/openai-go/option.HTTPClient", Default: "http.DefaultClient", Source: "option/requestoption.go:58"},
	},
	Retries: []Retry{
		{Name: "github.com/openai/openai-go/option.WithMaxRetries", Form: Option, Counts: ExtraTries, Default: "2", Zero: SingleTry, Negative: Refused, Jitter: Yes, Backoff: "exponential 500ms to 8s", Ctx: Yes, Source: "option/requestoption.go:99"},
	},
}

var anthropicOption = Library{
	Path:    "github.com/anthropics/anthropic-sdk-go/option",
	Module:  "github.com/anthropics/anthropic-sdk-go",
	Version: "v1.84.0",
	Knobs: []Knob{
		{Owner: "github.com/anthropics/anthropic-sdk-go/option", Form: Option, Name: "WithRequestTimeout", Stage: Attempt, Zero: Disabled, Source: "option/requestoption.go:375"},
		{Owner: "github.com/anthropics/anthropic-sdk-go/option", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "github.com/anthropics/anthropic-sdk-go/option.HTTPClient", Source: "option/requestoption.go:174"},
	},
	Retries: []Retry{
		{Name: "github.com/anthropics/anthropic-sdk-go/option.WithMaxRetries", Form: Option, Counts: ExtraTries, Default: "2", Zero: SingleTry, Negative: Refused, Jitter: Yes, Ctx: Yes, Source: "option/requestoption.go:215"},
	},
}
