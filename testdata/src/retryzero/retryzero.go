package retryzero

import (
	"context"
	"time"

	retry "github.com/avast/retry-go/v4"
	retryv5 "github.com/avast/retry-go/v5"
	"github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	backoffv4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-resty/resty/v2"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"github.com/minio/minio-go/v7"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/grpc"
	"k8s.io/apimachinery/pkg/util/wait"
	k8s "k8s.io/client-go/util/retry"
)

const none = 0

func send() error { return nil }

func avast() error {
	if err := retry.Do(send, retry.Attempts(0)); err != nil { // want `retry.Attempts is 0, which is no limit here: it goes on until it succeeds; the number counts the first attempt, so write 1 for a single one`
		return err
	}
	return retry.Do(send, retry.Attempts(none)) // want `Attempts is 0`
}

func avastV5() error {
	return retryv5.New(retryv5.Attempts(0)).Do(send) // want `retry.Attempts is 0, which is no limit here`
}

func cenkaltiV5(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return 1, send() }, backoff.WithMaxTries(0)) // want `backoff.WithMaxTries is 0, which is no limit here: it goes on until the context ends, or the 15m that the library gives have passed; the number counts the first attempt`
}

// said: the comment and the library say two things.
func said(ctx context.Context) error {
	b := backoffv4.NewExponentialBackOff()
	b.MaxElapsedTime = 0 // a second try is not worth it // want `backoff.ExponentialBackOff.MaxElapsedTime is 0, which is no limit here \(left alone it is 15m\): it goes on until it succeeds or the context ends; set a time, or count the attempts`
	return backoffv4.Retry(send, backoffv4.WithContext(b, ctx))
}

func added() int {
	return awsretry.AddWithMaxAttempts(awsretry.NewStandard(), 0).MaxAttempts() // want `retry.AddWithMaxAttempts is 0, which is no limit here`
}

func standard() *awsretry.Standard {
	return awsretry.NewStandard(func(o *awsretry.StandardOptions) {
		o.MaxAttempts = 0 // want `retry.StandardOptions.MaxAttempts is 0, which is the default of 3 here, not none; the number counts the first attempt, so write 1 for a single one`
	})
}

func failsafe() retrypolicy.RetryPolicy[string] {
	return retrypolicy.NewBuilder[string]().WithMaxAttempts(0).Build() // want `retrypolicy.Builder.WithMaxAttempts is 0, which is no limit here`
}

func policy() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		MaximumAttempts: 0, // want `RetryPolicy.MaximumAttempts is 0, which is no limit here`
	}
}

// contradicted: the pauses say that it is meant, the comment says that it is not.
func contradicted() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		InitialInterval: time.Second,
		MaximumAttempts: 0, // no retries: the bank does not like them // want `RetryPolicy.MaximumAttempts is 0, which is no limit here`
	}
}

func exponential() lestrrat.Policy {
	return lestrrat.Exponential(lestrrat.WithMaxRetries(0)) // want `backoff.WithMaxRetries is 0, which is no limit here.*leave the retrying out for a single one`
}

func steps() error {
	b := wait.Backoff{Duration: time.Second, Factor: 2} // want `wait.Backoff has no Steps, and wait.ExponentialBackoff at retryzero.go:\d+ counts them down: with 0 the function is not called even once`
	return wait.ExponentialBackoff(b, func() (bool, error) { return true, send() })
}

func conflict() error {
	return k8s.RetryOnConflict(wait.Backoff{Duration: time.Millisecond, Steps: 0}, send) // want `wait.Backoff has no Steps, and retry.RetryOnConflict at`
}

func skipped() *resty.Client {
	c := resty.New().SetRetryCount(-1) // want `resty.Client.SetRetryCount is -1: nothing is called even once, and nothing may say so; the number counts the attempts after the first, so write 0 for a single one`
	c.RetryCount = -1                  // want `resty.Client.RetryCount is -1: nothing is called even once`
	return c
}

func lock(r *redsync.Redsync) *redsync.Mutex {
	return r.NewMutex("job", redsync.WithTries(0)) // want `redsync.WithTries is 0: nothing is called even once`
}

func threeMore() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:       "cache:6379",
		MaxRetries: 0, // want `redis.Options.MaxRetries is 0, which is the default of 3 here, not none; write -1 for a single attempt`
	})
}

func ten() *kafka.Writer {
	return &kafka.Writer{Topic: "orders", MaxAttempts: 0} // want `kafka.Writer.MaxAttempts is 0, which is the default of 10 here, not none`
}

func tenToo(opts *minio.Options) {
	opts.MaxRetries = 0 // want `minio.Options.MaxRetries is 0, which is the default of 10 here, not none; the number counts the first attempt, so write 1 for a single one`
}

func minusOne(opts *minio.Options, w *kafka.Writer) {
	opts.MaxRetries = -1 // want `minio.Options.MaxRetries is -1, which is the default of 10 here, not none; the number counts the first attempt, so write 1 for a single one`
	w.MaxAttempts = -1   // want `kafka.Writer.MaxAttempts is -1, which is the default of 10 here`
}

const orders = `{"methodConfig": [
	{"name": [{"service": "shop.Orders"}], "retryPolicy": {"maxAttempts": 1, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}
]}`

var stock = `{"methodConfig": [{"name": [{}], "retryPolicy": {"MaxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func dial(target string) (*grpc.ClientConn, error) {
	if target == "orders" {
		return grpc.NewClient(target, grpc.WithDefaultServiceConfig(orders)) // want `maxAttempts is 1, with which gRPC refuses the whole service config, and the client is not made; it counts the first attempt`
	}
	if target == "once" {
		return grpc.NewClient(target, grpc.WithMaxCallAttempts(1)) // want `grpc.WithMaxCallAttempts is 1, which is the default of 5 here, not none; use WithDisableRetry for a single attempt`
	}
	return grpc.NewClient(target, grpc.WithDefaultServiceConfig(stock)) // want `maxAttempts is 10, of which gRPC makes 5; write what is meant, or raise the ceiling with WithMaxCallAttempts`
}

func loaded(ctx context.Context) (aws.Config, error) {
	return config.LoadDefaultConfig(ctx, config.WithRetryMaxAttempts(0)) // want `config.WithRetryMaxAttempts is 0, which is the default of 3 here, not none`
}
