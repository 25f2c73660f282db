package observed

import (
	"strings"
	"testing"

	aws1 "github.com/aws/aws-sdk-go/aws"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// A trial runs a retry setting with 3, 1, 0 and -1 against something that
// fails, and counts the calls. What goes on until its 120th call would go on
// for ever, as far as anyone here can tell.
type trial struct {
	row      string
	try      attempts
	normal   int                     // calls when it is left alone; 0: it cannot be
	unsigned bool                    // cannot be set below 0
	negative func(*testing.T) string // where -1 has a meaning of its own
}

var trials = []trial{
	{"github.com/cenkalti/backoff/v3.WithMaxRetries", tryBackoffV3, forEver, true, nil},
	{"github.com/cenkalti/backoff/v4.WithMaxRetries", tryBackoffV4, forEver, true, nil},
	{"github.com/cenkalti/backoff/v5.WithMaxTries", tryBackoffV5, forEver, true, nil},
	{"github.com/avast/retry-go/v3.Attempts", tryRetryV3, 10, true, nil},
	{"github.com/avast/retry-go/v4.Attempts", tryRetryV4, 10, true, nil},
	{"github.com/avast/retry-go/v5.Attempts", tryRetryV5, 10, true, nil},
	{"github.com/sethvargo/go-retry.WithMaxRetries", trySethvargo, forEver, true, nil},
	{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", tryRetryable, 5, false, nil},
	{"github.com/go-resty/resty/v2.Client.RetryCount", tryRestyV2Field, 1, false, nil},
	{"(*github.com/go-resty/resty/v2.Client).SetRetryCount", tryRestyV2, 1, false, nil},
	{"github.com/go-resty/resty/v2.Retries", tryRestyV2Backoff, 4, false, nil},
	{"(*resty.dev/v3.Client).SetRetryCount", tryRestyV3, 1, false, nil},
	{"(*resty.dev/v3.Request).SetRetryCount", tryRestyV3Request, 1, false, nil},
	{"(*resty.dev/v3.SSESource).SetRetryCount", tryRestyV3Events, 4, false, nil},
	{"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxRetries", tryFailsafeRetries, 3, false, nil},
	{"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxAttempts", tryFailsafeAttempts, 3, false, nil},
	{"github.com/lestrrat-go/backoff/v2.WithMaxRetries", tryLestrrat, 11, false, nil},
	{"github.com/eapache/go-resiliency/retrier.ConstantBackoff", tryEapacheConstant, 0, false, nil},
	{"github.com/eapache/go-resiliency/retrier.ExponentialBackoff", tryEapacheExponential, 0, false, nil},
	{"github.com/eapache/go-resiliency/retrier.LimitedExponentialBackoff", tryEapacheLimited, 0, false, nil},
	{"github.com/matryer/try.MaxRetries", tryMatryer, 10, false, nil},
	{"github.com/Rican7/retry/strategy.Limit", tryRican, forEver, true, nil},
	{"github.com/aws/aws-sdk-go/aws.Config.MaxRetries", tryAWSV1, 4, false, inherited},
	{"github.com/aws/aws-sdk-go/aws/client.DefaultRetryer.NumMaxRetries", tryAWSV1Retryer, 1, false, nil},
	{"github.com/aws/aws-sdk-go-v2/aws.Config.RetryMaxAttempts", tryAWSConfig, 3, false, nil},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", tryAWSStandard, 3, false, nil},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts", tryAWSAdded, 0, false, nil},
	{"github.com/aws/aws-sdk-go-v2/config.WithRetryMaxAttempts", tryAWSLoaded, 3, false, nil},
	{"github.com/aws/aws-sdk-go-v2/service/s3.Options.RetryMaxAttempts", tryAWSOptions, 3, false, nil},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", tryAzure, 4, false, nil},
	{nine + ".Options.MaxRetries", tryRedis9, 4, false, nil},
	{nine + ".ClusterOptions.MaxRetries", tryRedisCluster, 1, false, nil},
	{nine + ".ClusterOptions.MaxRedirects", tryRedisRedirects, 4, false, nil},
	{nine + ".RingOptions.MaxRetries", tryRedisRing, 4, false, nil},
	{eight + ".Options.MaxRetries", tryRedis8, 4, false, nil},
	{eight + ".ClusterOptions.MaxRetries", tryRedis8Cluster, 1, false, nil},
	{"google.golang.org/grpc methodConfig[].retryPolicy.maxAttempts", tryServiceConfig, 1, false, nil},
	{"google.golang.org/grpc.WithMaxCallAttempts", tryMaxCallAttempts, 5, false, nil},
	{"github.com/grpc-ecosystem/go-grpc-middleware/retry.WithMax", tryMiddlewareV1, 1, true, nil},
	{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithMax", tryMiddleware, 1, true, nil},
	{"k8s.io/apimachinery/pkg/util/wait.Backoff.Steps", trySteps, 0, false, nil},
	{"k8s.io/client-go/util/retry.OnError", tryOnError, 5, false, nil},
	{"k8s.io/client-go/util/retry.RetryOnConflict", tryOnConflict, 5, false, nil},
	{"(*k8s.io/client-go/rest.Request).MaxRetries", tryRest, 11, false, nil},
	{"go.etcd.io/etcd/client/v3.Config.MaxUnaryRetries", tryEtcd, 100, true, nil},
	{"github.com/IBM/sarama.Config.Producer.Retry.Max", tryProducer, 4, false, nil},
	{"github.com/IBM/sarama.Config.Metadata.Retry.Max", tryMetadata, 4, false, nil},
	{"github.com/IBM/sarama.Config.Admin.Retry.Max", tryAdmin, 6, false, nil},
	{"github.com/IBM/sarama.Config.Producer.Transaction.Retry.Max", tryTransaction, 51, false, nil},
	{"github.com/segmentio/kafka-go.Writer.MaxAttempts", tryKafkaWriter, 10, false, nil},
	{"github.com/minio/minio-go/v7.Options.MaxRetries", tryMinio, 10, false, nil},
	{"github.com/elastic/go-elasticsearch/v8.Config.MaxRetries", tryElasticV8, 4, false, nil},
	{"github.com/elastic/go-elasticsearch/v9.Config.MaxRetries", tryElasticV9, 4, false, nil},
	{"github.com/opensearch-project/opensearch-go/v4.Config.MaxRetries", tryOpenSearch, 7, false, nil},
	{"github.com/olivere/elastic/v7.SetMaxRetries", tryOlivere, 1, false, nil},
	{"go.temporal.io/sdk/internal.RetryPolicy.MaximumAttempts", tryTemporal, forEver, false, dependingOn},
}

// trialsSeen is what the trials observe: 3 tells how the number counts, 1 is
// that number of calls or of retries, 0 and -1 have meanings of their own.
var trialsSeen = func() []seen {
	var all []seen
	for _, t := range trials {
		normal := t.normal
		if normal <= 1 {
			normal = -2 // a single try is a single try
		}
		all = append(all,
			seen{t.row, "counts", counting(t.try)},
			seen{t.row, "one", one(t)},
			seen{t.row, "zero", meaning(0, normal, t.try)},
		)
		switch {
		case t.negative != nil:
			all = append(all, seen{t.row, "negative", t.negative})
		case !t.unsigned:
			all = append(all, seen{t.row, "negative", meaning(-1, normal, t.try)})
		}
	}
	return all
}()

func one(tr trial) func(*testing.T) string {
	return func(*testing.T) string {
		switch n := tries(func(f func() error) error { return tr.try(1, f) }); {
		case n < 0:
			return string(knowledge.Refused)
		case n > 2 && n == tr.normal:
			return string(knowledge.Default)
		default:
			return itoa(n)
		}
	}
}

// inherited: -1 stands for the number of the service, which is 3 for most.
func inherited(t *testing.T) string {
	if got := meaning(aws1.UseServiceDefaultRetries, 4, tryAWSV1)(t); got != "default" {
		return got
	}
	return string(knowledge.Inherited)
}

// dependingOn what is retried, -1 is refused or has no end.
func dependingOn(t *testing.T) string {
	local, remote := meaning(-1, 0, tryTemporal)(t), meaning(-1, 0, tryTemporalActivity)(t)
	if local != "unlimited" || remote != "error" {
		return local + " " + remote
	}
	return string(knowledge.OtherwiseM)
}

// retrying are the libraries whose every retry setting must have its trial.
var retrying = []string{
	"github.com/cenkalti/backoff/", "github.com/avast/retry-go/", "github.com/sethvargo/", "github.com/hashicorp/go-retryablehttp",
	"github.com/go-resty/", "resty.dev/", "github.com/failsafe-go/failsafe-go/retrypolicy", "github.com/lestrrat-go/", "github.com/jpillora/",
	"github.com/eapache/", "github.com/matryer/", "github.com/Rican7/", "github.com/googleapis/gax-go", "github.com/aws/",
	"github.com/Azure/", "github.com/redis/go-redis", "github.com/go-redis/", "google.golang.org/grpc", "github.com/grpc-ecosystem/",
	"k8s.io/", "go.etcd.io/", "github.com/IBM/sarama", "github.com/segmentio/", "github.com/minio/", "github.com/elastic/",
	"github.com/opensearch-project/", "github.com/olivere/", "go.temporal.io/",
}

// untried says why a setting that counts has no trial.
var untried = map[string]string{
	"AWS_MAX_ATTEMPTS": "of the whole process; the field it fills is tried",
	"github.com/eapache/go-resiliency/retrier.New": "takes the pauses, whose makers are tried",
	"k8s.io/client-go/util/retry.DefaultRetry":     "a variable of the library: read back",
	"k8s.io/client-go/util/retry.DefaultBackoff":   "a variable of the library: read back",
}

// TestTried holds the libraries that retry to having each number observed.
func TestTried(t *testing.T) {
	tried, unsigned := map[string]bool{}, map[string]bool{}
	for _, tr := range trials {
		_, name := split(knowledge.Builtin(), tr.row)
		tried[name], unsigned[name] = true, tr.unsigned
	}
	table := knowledge.Builtin()
	for _, prefix := range retrying {
		found := false
		for _, path := range table.Paths() {
			if !strings.HasPrefix(path, prefix) {
				continue
			}
			found = true
			for _, l := range table.Library(path) {
				for _, r := range l.Retries {
					counts := r.Counts == knowledge.TotalTries || r.Counts == knowledge.ExtraTries
					if !counts || untried[r.Name] != "" {
						continue
					}
					if !tried[r.Name] {
						t.Errorf("%s counts and is not tried", r.Name)
					}
					if r.Zero == "" || r.Negative == "" != unsigned[r.Name] {
						t.Errorf("%s: zero %q, negative %q", r.Name, r.Zero, r.Negative)
					}
				}
			}
		}
		if !found {
			t.Errorf("no library %s", prefix)
		}
	}
}
