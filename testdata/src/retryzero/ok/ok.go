// Package ok holds zeros that mean what they say, and numbers that are not zero.
package ok

import (
	"context"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	backoffv4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-resty/resty/v2"
	"github.com/redis/go-redis/v9"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/grpc"
	"k8s.io/apimachinery/pkg/util/wait"
	k8s "k8s.io/client-go/util/retry"
)

func send() error { return nil }

func numbers(n uint) error {
	if err := retry.Do(send, retry.Attempts(3)); err != nil {
		return err
	}
	return retry.Do(send, retry.Attempts(n))
}

// intended: the name says it.
func intended() error { return retry.Do(send, retry.UntilSucceeded()) }

// untilTheContextEnds: that is the limit.
func untilTheContextEnds(ctx context.Context) error {
	return retry.Do(send, retry.Attempts(0), retry.Context(ctx))
}

func commented() error {
	return retry.Do(send, retry.Attempts(0)) // for ever: nothing works without it
}

// spaced: who sets the time between attempts wants attempts.
func spaced() error { return retry.Do(send, retry.Delay(time.Second), retry.Attempts(0)) }

func intervals() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 0}
}

func reasoned() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{
		// The law gives a date, and giving up
		// would not move it.
		MaximumAttempts: 0,
	}
}

// withInfiniteRetries says it by its name.
var withInfiniteRetries = backoff.WithMaxTries(0)

func infinitely(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return 1, send() }, withInfiniteRetries)
}

func sendForever() error { return retry.Do(send, retry.Attempts(0)) }

// once: 0 is one attempt in v4.
func once() error {
	return backoffv4.Retry(send, backoffv4.WithMaxRetries(backoffv4.NewExponentialBackOff(), 0))
}

// notStopping is how cenkalti/backoff is told not to stop.
func notStopping(ctx context.Context) error {
	b := backoffv4.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoffv4.Retry(send, backoffv4.WithContext(b, ctx))
}

// counted has another limit.
func counted(ctx context.Context) error {
	b := backoffv4.NewExponentialBackOff()
	b.MaxElapsedTime = 0 // counted, not timed
	return backoffv4.Retry(send, backoffv4.WithContext(backoffv4.WithMaxRetries(b, 4), ctx))
}

func five(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return 1, send() }, backoff.WithMaxTries(5))
}

// documented: -1 is what the documentation names for no limit.
func documented() retrypolicy.RetryPolicy[string] {
	return retrypolicy.NewBuilder[string]().WithMaxRetries(-1).WithDelay(time.Second).Build()
}

func noRetries() retrypolicy.RetryPolicy[string] {
	return retrypolicy.NewBuilder[string]().WithMaxRetries(0).Build()
}

func configured(n int) int {
	return awsretry.AddWithMaxAttempts(awsretry.NewStandard(), n).MaxAttempts()
}

func unsetIsTheDefault() aws.Config { return aws.Config{Region: "eu-central-1"} }

func saysDefault() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:       "cache:6379",
		MaxRetries: 0, // the library's default
	})
}

func off() *redis.Client { return redis.NewClient(&redis.Options{MaxRetries: -1}) }

func noPolicy() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{InitialInterval: time.Second} // unlimited is the server's default
}

func setLater() error {
	b := wait.Backoff{Duration: time.Second}
	b.Steps = 4
	return wait.ExponentialBackoff(b, func() (bool, error) { return true, send() })
}

// delays only asks for the next delay, which needs no steps.
func delays() time.Duration {
	b := wait.Backoff{Duration: time.Second, Factor: 2}
	return b.Step()
}

func given() error { return k8s.RetryOnConflict(k8s.DefaultRetry, send) }

func copied() error {
	b := k8s.DefaultRetry
	b.Duration = time.Second
	return k8s.RetryOnConflict(b, send)
}

func noneIsZero() *resty.Client { return resty.New().SetRetryCount(0) }

const four = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

const ten = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// dial has a ceiling that fits, or options out of sight.
func dial(target string, options ...grpc.DialOption) (*grpc.ClientConn, error) {
	switch target {
	case "four":
		return grpc.NewClient(target, grpc.WithDefaultServiceConfig(four))
	case "ten":
		return grpc.NewClient(target, grpc.WithDefaultServiceConfig(ten), grpc.WithMaxCallAttempts(10))
	}
	options = append(options, grpc.WithDefaultServiceConfig(ten))
	return grpc.NewClient(target, options...)
}

// minusOne turns the retries off where the library says so.
func minusOne(o *redis.Options) { o.MaxRetries = -1 }

// metadata: the client of the instance's metadata does not look at the number.
func metadata(ctx context.Context) (*imds.Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRetryMaxAttempts(0))
	if err != nil {
		return nil, err
	}
	return imds.NewFromConfig(cfg), nil
}
