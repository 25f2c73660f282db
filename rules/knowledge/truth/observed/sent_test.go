package observed

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/IBM/sarama"
	aws2 "github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	s3v2 "github.com/aws/aws-sdk-go-v2/service/s3"
	aws1 "github.com/aws/aws-sdk-go/aws"
	client1 "github.com/aws/aws-sdk-go/aws/client"
	credentials1 "github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/request"
	session1 "github.com/aws/aws-sdk-go/aws/session"
	s3v1 "github.com/aws/aws-sdk-go/service/s3"
	elastic8 "github.com/elastic/go-elasticsearch/v8"
	elastic9 "github.com/elastic/go-elasticsearch/v9"
	olivere "github.com/olivere/elastic/v7"
	"github.com/opensearch-project/opensearch-go/v4"
)

var (
	tryAWSV1 attempts = func(n int, f func() error) error {
		return headV1(f, &aws1.Config{MaxRetries: aws1.Int(n)})
	}
	tryAWSV1Retryer attempts = func(n int, f func() error) error {
		return headV1(f, request.WithRetryer(new(aws1.Config), client1.DefaultRetryer{NumMaxRetries: n}))
	}
	tryAWSConfig attempts = func(n int, f func() error) error {
		return headV2(f, aws2.Config{RetryMaxAttempts: n, Retryer: retryerV2(0)})
	}
	tryAWSStandard attempts = func(n int, f func() error) error {
		return headV2(f, aws2.Config{Retryer: retryerV2(n)})
	}
	tryAWSAdded attempts = func(n int, f func() error) error {
		return headV2(f, aws2.Config{Retryer: func() aws2.Retryer { return awsretry.AddWithMaxAttempts(retryerV2(0)(), n) }})
	}
	tryAWSLoaded attempts = func(n int, f func() error) error {
		c, err := awsconfig.LoadDefaultConfig(context.Background(), awsconfig.WithRetryMaxAttempts(n))
		if err != nil {
			return err
		}
		c.Retryer = retryerV2(0) // the same without pauses
		return headV2(f, c)
	}
	tryAWSOptions attempts = func(n int, f func() error) error {
		return headV2(f, aws2.Config{Retryer: retryerV2(0)}, func(o *s3v2.Options) { o.RetryMaxAttempts = n })
	}
	tryElasticV8 attempts = func(n int, f func() error) error {
		c, err := elastic8.NewClient(elastic8.Config{Transport: badGateway{f}, MaxRetries: n})
		if err != nil {
			return err
		}
		return get(c.Transport)
	}
	tryElasticV9 attempts = func(n int, f func() error) error {
		c, err := elastic9.NewClient(elastic9.Config{Transport: badGateway{f}, MaxRetries: n})
		if err != nil {
			return err
		}
		return get(c.Transport)
	}
	tryOpenSearch attempts = func(n int, f func() error) error {
		c, err := opensearch.NewClient(opensearch.Config{Transport: badGateway{f}, MaxRetries: n})
		if err != nil {
			return err
		}
		return get(c.Transport)
	}
	tryOlivere attempts = func(n int, f func() error) error {
		c, err := olivere.NewSimpleClient(olivere.SetMaxRetries(n), olivere.SetHttpClient(&http.Client{Transport: badGateway{f}}), olivere.SetRetryStatusCodes(http.StatusBadGateway))
		if err != nil {
			return refusal{err}
		}
		_, err = c.PerformRequest(context.Background(), olivere.PerformRequestOptions{Method: http.MethodGet, Path: "/"})
		return err
	}
	tryMetadata attempts = func(n int, f func() error) error {
		c := kafkaConfig()
		c.Metadata.Retry.Max, c.Metadata.Retry.Backoff = n, time.Millisecond
		if err := c.Validate(); err != nil {
			return refusal{err}
		}
		p, err := Listen(func(net.Conn) { _ = f() })
		if err != nil {
			return err
		}
		defer p.Close()
		_, err = sarama.NewClient([]string{p.Addr}, c)
		return err
	}
	tryAdmin attempts = func(n int, f func() error) error {
		c := kafkaConfig()
		c.Admin.Retry.Max, c.Admin.Retry.Backoff = n, 1
		return kafkaBroker(c, "CreateTopicsRequest", f, func(addr string) error {
			a, err := sarama.NewClusterAdmin([]string{addr}, c)
			if err != nil {
				return err
			}
			defer a.Close()
			return a.CreateTopic("topic", &sarama.TopicDetail{NumPartitions: 1, ReplicationFactor: 1}, false)
		})
	}
	tryProducer attempts = func(n int, f func() error) error {
		c := kafkaConfig()
		c.Producer.Retry.Max, c.Producer.Retry.Backoff, c.Producer.Return.Successes = n, 1, true
		return kafkaBroker(c, "ProduceRequest", f, func(addr string) error {
			p, err := sarama.NewSyncProducer([]string{addr}, c)
			if err != nil {
				return err
			}
			defer p.Close()
			_, _, err = p.SendMessage(&sarama.ProducerMessage{Topic: "topic"})
			return err
		})
	}
	tryTransaction attempts = func(n int, f func() error) error {
		c := kafkaConfig()
		c.Producer.Transaction.ID, c.Producer.Transaction.Retry.Max, c.Producer.Transaction.Retry.Backoff = "transaction", n, 1
		c.Producer.Idempotent, c.Producer.RequiredAcks, c.Net.MaxOpenRequests, c.Producer.Return.Successes = true, sarama.WaitForAll, 1, true
		return kafkaBroker(c, "InitProducerIDRequest", f, func(addr string) error {
			p, err := sarama.NewSyncProducer([]string{addr}, c)
			if err != nil {
				return err
			}
			return p.Close()
		})
	}
)

// headV1 asks S3 for a bucket, without pauses.
func headV1(f func() error, c *aws1.Config) error {
	c.HTTPClient, c.Region, c.Credentials = &http.Client{Transport: badGateway{f}}, aws1.String("us-east-1"), credentials1.NewStaticCredentials("id", "secret", "")
	c.SleepDelay = func(time.Duration) {}
	s, err := session1.NewSession()
	if err != nil {
		return err
	}
	_, err = s3v1.New(s, c).HeadBucket(&s3v1.HeadBucketInput{Bucket: aws1.String("bucket")})
	return err
}

func headV2(f func() error, c aws2.Config, options ...func(*s3v2.Options)) error {
	c.HTTPClient, c.Region = &http.Client{Transport: badGateway{f}}, "us-east-1"
	c.Credentials = aws2.CredentialsProviderFunc(func(context.Context) (aws2.Credentials, error) {
		return aws2.Credentials{AccessKeyID: "id", SecretAccessKey: "secret"}, nil
	})
	_, err := s3v2.NewFromConfig(c, options...).HeadBucket(context.Background(), &s3v2.HeadBucketInput{Bucket: aws2.String("bucket")})
	return err
}

// retryerV2 is the standard one without its pauses and without its budget.
func retryerV2(n int) func() aws2.Retryer {
	return func() aws2.Retryer {
		return awsretry.NewStandard(func(o *awsretry.StandardOptions) {
			o.MaxAttempts, o.RateLimiter = n, unlimited{}
			o.Backoff = awsretry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
		})
	}
}

type unlimited struct{}

func (unlimited) GetToken(context.Context, uint) (func() error, error) {
	return func() error { return nil }, nil
}
func (unlimited) AddTokens(uint) error { return nil }

func get(c interface {
	Perform(*http.Request) (*http.Response, error)
}) error {
	req, err := http.NewRequest(http.MethodGet, "/", nil)
	if err != nil {
		return err
	}
	res, err := c.Perform(req)
	if res != nil {
		discard(res, err)
	}
	return err
}

func kafkaConfig() *sarama.Config {
	sarama.Logger = log.New(io.Discard, "", 0)
	c := sarama.NewConfig()
	c.ApiVersionsRequest, c.Version = false, sarama.V0_11_0_0
	c.Metadata.Retry.Backoff = 1
	return c
}

// kafkaBroker is a broker that fails what is asked of it, and f counts how
// often it is asked.
func kafkaBroker(c *sarama.Config, what string, f func() error, call func(addr string) error) error {
	if err := c.Validate(); err != nil {
		return refusal{err}
	}
	r := new(reporter)
	b := sarama.NewMockBroker(r, 1)
	defer b.Close()
	b.SetHandlerByMap(map[string]sarama.MockResponse{
		"MetadataRequest":        sarama.NewMockMetadataResponse(r).SetBroker(b.Addr(), 1).SetLeader("topic", 0, 1).SetController(1),
		"ProduceRequest":         sarama.NewMockProduceResponse(r).SetVersion(3).SetError("topic", 0, sarama.ErrNotLeaderForPartition),
		"FindCoordinatorRequest": sarama.NewMockFindCoordinatorResponse(r).SetCoordinator(sarama.CoordinatorTransaction, "transaction", b),
		"InitProducerIDRequest":  sarama.NewMockWrapper(&sarama.InitProducerIDResponse{Err: sarama.ErrOffsetsLoadInProgress}),
		"CreateTopicsRequest": sarama.NewMockWrapper(&sarama.CreateTopicsResponse{Version: 2, TopicErrors: map[string]*sarama.TopicError{
			"topic": {Err: sarama.ErrNotController},
		}}),
	})
	err := call(b.Addr())
	for _, h := range b.History() {
		if fmt.Sprintf("%T", h.Request) == "*sarama."+what {
			_ = f()
		}
	}
	return err
}

// reporter keeps the broker's complaints about clients that leave.
type reporter struct{ complaints atomic.Int32 }

func (r *reporter) Error(...any)          { r.complaints.Add(1) }
func (r *reporter) Errorf(string, ...any) { r.complaints.Add(1) }
func (r *reporter) Fatal(...any)          { r.complaints.Add(1) }
func (r *reporter) Fatalf(string, ...any) { r.complaints.Add(1) }
func (r *reporter) Helper()               {}
