package knowledge

// aws-sdk-go-v2: the context limits all attempts, the HTTP client each of them.
var awsV2 = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/aws",
	Module:  "github.com/aws/aws-sdk-go-v2",
	Version: "v1.48.0",
	Note:    "The HTTP client has no Timeout by default. Operations of other services than s3 and sqs have no rows: a Signature knows them.",
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go-v2/aws.Config", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "github.com/aws/aws-sdk-go-v2/aws.HTTPClient", Default: "awshttp.BuildableClient", Source: "aws/config.go:48"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go-v2/aws.Config.RetryMaxAttempts", Form: Field, Counts: TotalTries, Default: "3", Zero: Default, Negative: Unlimited, Jitter: Yes, Backoff: "exponential to 20s", Ctx: Yes, Source: "aws/config.go:86", Note: "below 0 never stops; limits a Retryer of the Config as well"},
	},
}

var awsV2HTTP = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/aws/transport/http",
	Module:  "github.com/aws/aws-sdk-go-v2",
	Version: "v1.48.0",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient).Do", Does: Requests, Bound: []Bound{"reqctx", "setter:(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient).WithTimeout"}, Source: "aws/transport/http/client.go:85"},
	},
	Knobs: []Knob{
		{Owner: "(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient)", Form: Setter, Name: "WithTimeout", Stage: Attempt, Default: "0", Zero: Infinite, Negative: Infinite, Source: "aws/transport/http/client.go:159", Note: "each attempt, body included"},
		{Owner: "(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient)", Form: Setter, Name: "WithReadTimeout", Stage: Read, Default: "by service", Zero: Disabled, Source: "aws/transport/http/client.go:172", Note: "starts anew with every byte"},
		{Owner: "github.com/aws/aws-sdk-go-v2/aws/transport/http", Form: Variable, Name: "DefaultDialConnectTimeout", Stage: Connect, Default: "30s", Source: "aws/transport/http/client.go:48"},
		{Owner: "github.com/aws/aws-sdk-go-v2/aws/transport/http", Form: Variable, Name: "DefaultHTTPTransportTLSHandleshakeTimeout", Stage: TLS, Default: "10s", Source: "aws/transport/http/client.go:26"},
		{Owner: "github.com/aws/aws-sdk-go-v2/aws/transport/http", Form: Variable, Name: "DefaultHTTPTransportIdleConnTimeout", Stage: Idle, Default: "90s", Source: "aws/transport/http/client.go:25"},
		{Owner: "github.com/aws/aws-sdk-go-v2/aws/transport/http", Form: Variable, Name: "DefaultHTTPTransportMaxConnsPerHost", Stage: PoolStage, Unit: "count", Default: "2048", Source: "aws/transport/http/client.go:22"},
	},
}

var awsV2Retry = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/aws/retry",
	Module:  "github.com/aws/aws-sdk-go-v2",
	Version: "v1.48.0",
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions", Form: Field, Name: "MaxBackoff", Stage: RetryTime, Default: "20s", Source: "aws/retry/standard.go:31"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", Form: Field, Counts: TotalTries, Default: "3", Zero: Default, Negative: Default, Jitter: Yes, Backoff: "exponential to 20s", Ctx: Yes, Source: "aws/retry/standard.go:218"},
		{Name: "github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts", Form: Option, Counts: TotalTries, Arg: 1, Zero: Unlimited, Negative: Unlimited, Ctx: Yes, Source: "aws/retry/retry.go:40", Note: "0 never stops here, unlike StandardOptions"},
	},
}

var awsV2Config = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/config",
	Module:  "github.com/aws/aws-sdk-go-v2/config",
	Version: "v1.33.18",
	Calls: []Call{
		{Name: "github.com/aws/aws-sdk-go-v2/config.LoadDefaultConfig", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "config.go:203", Note: "may ask the instance metadata service"},
	},
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go-v2/config", Form: Option, Name: "WithHTTPClient", Stage: Total, Unit: "github.com/aws/aws-sdk-go-v2/config.HTTPClient", Default: "awshttp.BuildableClient", Source: "load_options.go:835"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go-v2/config.WithRetryMaxAttempts", Form: Option, Counts: TotalTries, Default: "3", Zero: Default, Negative: Unlimited, Jitter: Yes, Backoff: "exponential to 20s", Ctx: Yes, Source: "load_options.go:879", Note: "below 0 never stops; does nothing beside WithRetryer"},
		{Name: "github.com/aws/aws-sdk-go-v2/config.WithRetryer", Form: Option, Counts: OtherCount, Default: "3", Source: "load_options.go:919"},
		{Name: "AWS_MAX_ATTEMPTS", Form: Env, Counts: TotalTries, Default: "3", Source: "env_config.go:71"},
	},
}

var awsV2S3 = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/service/s3",
	Module:  "github.com/aws/aws-sdk-go-v2/service/s3",
	Version: "v1.114.10",
	Globs: []Glob{
		{Type: "(*github.com/aws/aws-sdk-go-v2/service/s3.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "api_client.go:192"},
	},
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go-v2/service/s3.Options", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "github.com/aws/aws-sdk-go-v2/service/s3.HTTPClient", Default: "awshttp.BuildableClient", Source: "api_client.go:541"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go-v2/service/s3.Options.RetryMaxAttempts", Form: Field, Counts: TotalTries, Default: "3", Zero: Default, Negative: Unlimited, Jitter: Yes, Backoff: "exponential", Ctx: Yes, Source: "api_client.go:626"},
	},
}

var awsV2SQS = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/service/sqs",
	Module:  "github.com/aws/aws-sdk-go-v2/service/sqs",
	Version: "v1.53.0",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessage", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "api_op_SendMessage.go:25"},
		{Name: "(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessageBatch", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "api_op_SendMessageBatch.go:40"},
	},
	Globs: []Glob{
		{Type: "(*github.com/aws/aws-sdk-go-v2/service/sqs.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "api_client.go:186"},
	},
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go-v2/service/sqs.ReceiveMessageInput", Form: Field, Name: "WaitTimeSeconds", Stage: Poll, Unit: "s", Source: "api_op_ReceiveMessage.go:293", Note: "what limits the call must be longer"},
	},
}

var awsV2SNS = Library{
	Path:    "github.com/aws/aws-sdk-go-v2/service/sns",
	Module:  "github.com/aws/aws-sdk-go-v2/service/sns",
	Version: "v1.48.0",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go-v2/service/sns.Client).Publish", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "api_op_Publish.go:35"},
		{Name: "(*github.com/aws/aws-sdk-go-v2/service/sns.Client).PublishBatch", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "api_op_PublishBatch.go:56"},
	},
}
