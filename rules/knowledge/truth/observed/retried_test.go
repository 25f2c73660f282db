package observed

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/googleapis/gax-go/v2"
	"github.com/minio/minio-go/v7"
	miniocredentials "github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol/metadata"
	etcd "go.etcd.io/etcd/client/v3"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	health "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"k8s.io/client-go/rest"
)

var (
	tryMinio attempts = func(n int, f func() error) error {
		quickly.Do(func() { minio.DefaultRetryUnit, minio.DefaultRetryCap = 1, 1 })
		c, err := minio.New("example.com", &minio.Options{Transport: badGateway{f}, MaxRetries: n, Region: "us-east-1", Creds: miniocredentials.NewStaticV4("id", "secret", "")})
		if err != nil {
			return err
		}
		_, err = c.StatObject(context.Background(), "bucket", "object", minio.StatObjectOptions{})
		return err
	}
	tryKafkaWriter attempts = func(n int, f func() error) error {
		w := &kafka.Writer{Addr: kafka.TCP("example.com:9092"), Topic: "topic", Transport: onePartition{f}, MaxAttempts: n, WriteBackoffMin: 1, WriteBackoffMax: 1, BatchSize: 1}
		return w.WriteMessages(context.Background(), kafka.Message{})
	}
	tryServiceConfig attempts = func(n int, f func() error) error {
		return invoke(f, grpc.WithDefaultServiceConfig(serviceConfig(n)))
	}
	tryMaxCallAttempts attempts = func(n int, f func() error) error {
		return invoke(f, grpc.WithDefaultServiceConfig(serviceConfig(9)), grpc.WithMaxCallAttempts(n))
	}
	tryEtcd attempts = func(n int, f func() error) error {
		return served(f, func(addr string) error {
			c, err := etcd.New(etcd.Config{Endpoints: []string{addr}, MaxUnaryRetries: uint(n), BackoffWaitBetween: 1, Logger: zap.NewNop()})
			if err != nil {
				return err
			}
			defer c.Close()
			_, err = c.Get(context.Background(), "key")
			return err
		})
	}
	tryRest attempts = func(n int, f func() error) error {
		to := &url.URL{Scheme: "http", Host: "example.com"}
		r := rest.NewRequestWithClient(to, "", rest.ClientContentConfig{}, &http.Client{Transport: tooMany{f}})
		return r.Verb(http.MethodGet).MaxRetries(n).Do(context.Background()).Error()
	}
	tryTemporal attempts = func(n int, f func() error) error { // the worker itself retries
		return workflows(f, func(ctx workflow.Context, act func(context.Context) error) workflow.Future {
			policy := &temporal.RetryPolicy{MaximumAttempts: int32(n), InitialInterval: time.Second, MaximumInterval: time.Second}
			ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{ScheduleToCloseTimeout: 24 * time.Hour, RetryPolicy: policy})
			return workflow.ExecuteLocalActivity(ctx, act)
		})
	}
	tryTemporalActivity attempts = func(n int, f func() error) error { // the SDK's stand-in for a server retries
		return workflows(f, func(ctx workflow.Context, act func(context.Context) error) workflow.Future {
			ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Second, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: int32(n)}})
			return workflow.ExecuteActivity(ctx, act)
		})
	}
)

// workflows runs an activity in a workflow, with a clock that jumps ahead.
func workflows(f func() error, run func(workflow.Context, func(context.Context) error) workflow.Future) error {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute)
	called := false
	act := func(context.Context) error { called = true; return f() }
	env.RegisterActivity(act)
	env.ExecuteWorkflow(func(ctx workflow.Context) error { return run(ctx, act).Get(ctx, nil) })
	if err := env.GetWorkflowError(); err != nil && !called {
		return refusal{err}
	}
	return nil
}

// quickly takes the pauses away that a library keeps for the whole program.
var quickly sync.Once

func serviceConfig(n int) string {
	return fmt.Sprintf(`{"methodConfig": [{"name": [{}], "retryPolicy":
		{"maxAttempts": %d, "initialBackoff": "0.001s", "maxBackoff": "0.001s", "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, n)
}

var retriedSeen = []seen{
	{"github.com/googleapis/gax-go/v2.WithRetry", "counts", func(t *testing.T) string {
		n := tries(func(f func() error) error {
			retryer := func() gax.Retryer {
				return gax.OnErrorFunc(gax.Backoff{Initial: 1, Max: 1}, func(error) bool { return true })
			}
			return gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return f() }, gax.WithRetry(retryer))
		})
		if n >= forEver {
			return "unlimited"
		}
		return itoa(n)
	}},
	{"github.com/googleapis/gax-go/v2.WithRetry", "default", func(t *testing.T) string {
		n := tries(func(f func() error) error {
			return gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return f() })
		})
		if n == 1 {
			return "none"
		}
		return itoa(n)
	}},
	{"github.com/googleapis/gax-go/v2.Backoff.Initial", "zero", func(*testing.T) string {
		return longest(time.Second, func() time.Duration { b := gax.Backoff{Max: time.Hour}; return b.Pause() })
	}},
	{"github.com/googleapis/gax-go/v2.Backoff.Max", "zero", func(*testing.T) string {
		b := gax.Backoff{Initial: time.Second}
		return longest(30*time.Second, b.Pause)
	}},
	{"github.com/segmentio/kafka-go.ReaderConfig.MaxAttempts", "default", func(t *testing.T) string { return itoa(unreported(0)) }},
	{"github.com/segmentio/kafka-go.ReaderConfig.MaxAttempts", "zero", func(t *testing.T) string {
		if n := unreported(0); n != 3 || unreported(5) != 5 || unreported(1) != 1 || unreported(-1) != 0 {
			return itoa(n)
		}
		return "default"
	}},
}

// longest of many random pauses: just below the limit that is the default.
func longest(limit time.Duration, pause func() time.Duration) string {
	var d time.Duration
	for range 100 {
		d = max(d, pause())
	}
	if d > limit/2 && d <= limit {
		return "default"
	}
	return d.String()
}

// unreported is how many failures to connect a reader keeps for itself; it
// goes on for ever whatever the number.
func unreported(n int) int {
	r := kafka.NewReader(kafka.ReaderConfig{
		Brokers: []string{"example.com:9092"}, Topic: "topic", MaxAttempts: n, ReadBackoffMin: 1, ReadBackoffMax: 2, ReadLagInterval: -1,
		Dialer: &kafka.Dialer{DialFunc: func(context.Context, string, string) (net.Conn, error) { return nil, errFails }},
	})
	defer r.Close()
	_, _ = r.ReadMessage(context.Background())
	return int(r.Stats().Errors)
}

// tooMany answers 429 and to come back at once, as long as f fails.
type tooMany struct{ f func() error }

func (o tooMany) RoundTrip(req *http.Request) (*http.Response, error) {
	res := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: req}
	if o.f() != nil {
		res.StatusCode = http.StatusTooManyRequests
		res.Header.Set("Retry-After", "0")
	}
	return res, nil
}

// badGateway answers 502 as long as f fails.
type badGateway struct{ f func() error }

func (b badGateway) RoundTrip(req *http.Request) (*http.Response, error) {
	code := http.StatusOK
	if b.f() != nil {
		code = http.StatusBadGateway
	}
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: req}, nil
}

// onePartition is a Kafka of one partition that f stores.
type onePartition struct{ f func() error }

func (o onePartition) RoundTrip(_ context.Context, _ net.Addr, req kafka.Request) (kafka.Response, error) {
	if _, ok := req.(*metadata.Request); ok {
		return &metadata.Response{
			Brokers: []metadata.ResponseBroker{{NodeID: 1, Host: "example.com", Port: 9092}},
			Topics:  []metadata.ResponseTopic{{Name: "topic", Partitions: []metadata.ResponsePartition{{LeaderID: 1}}}},
		}, nil
	}
	return nil, o.f()
}

// invoke calls a server that is unavailable as long as f fails.
func invoke(f func() error, options ...grpc.DialOption) error {
	return served(f, func(addr string) error {
		c, err := grpc.NewClient(addr, append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
		if err != nil {
			return refusal{err}
		}
		defer c.Close()
		_, err = health.NewHealthClient(c).Check(context.Background(), new(health.HealthCheckRequest))
		return err
	})
}

func served(f func() error, call func(addr string) error) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := grpc.NewServer(grpc.UnknownServiceHandler(func(any, grpc.ServerStream) error {
		if f() != nil {
			return status.Error(codes.Unavailable, "")
		}
		return status.Error(codes.Internal, "")
	}))
	go func() { _ = s.Serve(l) }()
	defer s.Stop()
	return call(l.Addr().String())
}
