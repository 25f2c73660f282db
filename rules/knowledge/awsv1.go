package knowledge

// aws-sdk-go, version 1.
var awsV1 = Library{
	Path:    "github.com/aws/aws-sdk-go/aws",
	Module:  "github.com/aws/aws-sdk-go",
	Version: "v1.55.8",
	Note:    "Out of support. An operation X takes no context, XWithContext does; the HTTP client is http.DefaultClient.",
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go/aws.Config", Form: Field, Name: "HTTPClient", Stage: Total, Unit: "*net/http.Client", Default: "http.DefaultClient", Source: "aws/defaults/defaults.go:63"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go/aws.Config.MaxRetries", Form: Field, Counts: ExtraTries, Default: "3", Zero: SingleTry, Negative: Inherited, Jitter: Yes, Backoff: "exponential 30ms..300s", Ctx: Yes, Source: "aws/client/client.go:70", Note: "-1 (UseServiceDefaultRetries) and nil: the service's default"},
	},
}

var awsV1Client = Library{
	Path:    "github.com/aws/aws-sdk-go/aws/client",
	Module:  "github.com/aws/aws-sdk-go",
	Version: "v1.55.8",
	Knobs: []Knob{
		{Owner: "github.com/aws/aws-sdk-go/aws/client.DefaultRetryer", Form: Field, Name: "MinRetryDelay", Stage: RetryTime, Default: "30ms", Zero: Default, Source: "aws/client/default_retryer.go:43"},
		{Owner: "github.com/aws/aws-sdk-go/aws/client.DefaultRetryer", Form: Field, Name: "MaxRetryDelay", Stage: RetryTime, Default: "300s", Zero: Default, Source: "aws/client/default_retryer.go:49"},
	},
	Retries: []Retry{
		{Name: "github.com/aws/aws-sdk-go/aws/client.DefaultRetryer.NumMaxRetries", Form: Field, Counts: ExtraTries, Default: "0", Zero: SingleTry, Negative: SingleTry, Jitter: Yes, Backoff: "exponential", Ctx: Yes, Source: "aws/client/default_retryer.go:80"},
	},
}

var awsV1S3 = Library{
	Path:    "github.com/aws/aws-sdk-go/service/s3",
	Module:  "github.com/aws/aws-sdk-go",
	Version: "v1.55.8",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go/service/s3.S3).GetObject", Does: Requests, Instead: "GetObjectWithContext", Source: "service/s3/api.go:5146"},
		{Name: "(*github.com/aws/aws-sdk-go/service/s3.S3).GetObjectWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "service/s3/api.go:5160"},
		{Name: "(*github.com/aws/aws-sdk-go/service/s3.S3).PutObject", Does: Requests, Instead: "PutObjectWithContext", Source: "service/s3/api.go:10477"},
		{Name: "(*github.com/aws/aws-sdk-go/service/s3.S3).PutObjectWithContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "service/s3/api.go:10491"},
	},
}

var awsV1SQS = Library{
	Path:    "github.com/aws/aws-sdk-go/service/sqs",
	Module:  "github.com/aws/aws-sdk-go",
	Version: "v1.55.8",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessage", Does: Requests, Message: true, Instead: "SendMessageWithContext", Source: "service/sqs/api.go:2404"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessageWithContext", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "service/sqs/api.go:2418"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessageBatch", Does: Requests, Message: true, Instead: "SendMessageBatchWithContext", Source: "service/sqs/api.go:2578"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessageBatchWithContext", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "service/sqs/api.go:2592"},
	},
}

var awsV1SNS = Library{
	Path:    "github.com/aws/aws-sdk-go/service/sns",
	Module:  "github.com/aws/aws-sdk-go",
	Version: "v1.55.8",
	Calls: []Call{
		{Name: "(*github.com/aws/aws-sdk-go/service/sns.SNS).Publish", Does: Requests, Message: true, Instead: "PublishWithContext", Source: "service/sns/api.go:3322"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sns.SNS).PublishWithContext", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "service/sns/api.go:3336"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sns.SNS).PublishBatch", Does: Requests, Message: true, Instead: "PublishBatchWithContext", Source: "service/sns/api.go:3494"},
		{Name: "(*github.com/aws/aws-sdk-go/service/sns.SNS).PublishBatchWithContext", Does: Requests, Message: true, Bound: []Bound{"ctx:0"}, Source: "service/sns/api.go:3508"},
	},
}
