package knowledge

// Azure: azcore underlies every client; methods take a context first.
var azcorePolicy = Library{
	Path:    "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy",
	Module:  "github.com/Azure/azure-sdk-for-go/sdk/azcore",
	Version: "v1.24.0",
	Note:    "MaxRetries 0 is three, -1 none.",
	Knobs: []Knob{
		{Owner: "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions", Form: Field, Name: "TryTimeout", Stage: Attempt, Default: "0", Zero: Disabled, Source: "policy/policy.go:96", Note: "each attempt"},
		{Owner: "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions", Form: Field, Name: "RetryDelay", Stage: RetryTime, Default: "800ms", Zero: Default, Negative: Immediate, Source: "runtime/policy_retry.go:42"},
		{Owner: "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions", Form: Field, Name: "MaxRetryDelay", Stage: RetryTime, Default: "60s", Zero: Default, Negative: Unlimited, Source: "runtime/policy_retry.go:36"},
	},
	Retries: []Retry{
		{Name: "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", Form: Field, Counts: ExtraTries, Default: "3", Zero: Default, Negative: SingleTry, Jitter: Yes, Backoff: "exponential 800ms..60s", Ctx: Yes, Source: "runtime/policy_retry.go:24", Note: "below 0 turns it off; POST is retried too"},
	},
}

var azcoreRuntime = Library{
	Path:    "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime",
	Module:  "github.com/Azure/azure-sdk-for-go/sdk/azcore",
	Version: "v1.24.0",
	Calls: []Call{
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Poller).PollUntilDone", Does: Waits, Bound: []Bound{"ctx:0"}, Source: "runtime/poller.go:231"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Poller).Poll", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "runtime/poller.go:295"},
	},
	Knobs: []Knob{
		{Owner: "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.PollUntilDoneOptions", Form: Field, Name: "Frequency", Stage: Poll, Default: "30s", Zero: Default, Negative: Refused, Source: "runtime/poller.go:237"},
	},
}

var azBlob = Library{
	Path:    "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob",
	Module:  "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob",
	Version: "v1.8.3",
	Globs: []Glob{
		{Type: "(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client)", Shape: CtxFirst, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client.go:22"},
	},
}

var azServiceBus = Library{
	Path:    "github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus",
	Module:  "github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus",
	Version: "v1.11.0",
	Calls: []Call{
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Receiver).ReceiveMessages", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "receiver.go:216"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.SessionReceiver).ReceiveMessages", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "session_receiver.go:164"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Client).AcceptNextSessionForQueue", Does: Streams, Bound: []Bound{"ctx:0"}, Source: "client.go:300"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Client).Close", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "client.go:317"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Receiver).Close", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "receiver.go:348"},
		{Name: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Sender).Close", Does: Closes, Bound: []Bound{"ctx:0"}, Source: "sender.go:194"},
	},
	Globs: []Glob{
		{Type: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Receiver)", Shape: CtxFirst, Except: []string{"ReceiveMessages", "Close"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "receiver.go:55"},
		{Type: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.SessionReceiver)", Shape: CtxFirst, Except: []string{"ReceiveMessages", "Close"}, Does: Requests, Bound: []Bound{"ctx:0"}, Source: "session_receiver.go:19"},
		{Type: "(*github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus.Sender)", Shape: CtxFirst, Except: []string{"Close"}, Does: Writes, Bound: []Bound{"ctx:0"}, Source: "sender.go:19"},
	},
}
