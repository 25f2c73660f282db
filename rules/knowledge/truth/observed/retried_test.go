package observed

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	miniocredentials "github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol/metadata"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	health "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

var (
	tryMinio attempts = func(n int, f func() error) error {
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
		return invoke(f, grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"methodConfig": [{"name": [{}], "retryPolicy":
			{"maxAttempts": %d, "initialBackoff": "0.001s", "maxBackoff": "0.001s", "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, n)))
	}
)

var retriedSeen = []seen{
	{"github.com/minio/minio-go/v7.Options.MaxRetries", "counts", counting(tryMinio)},
	{"github.com/minio/minio-go/v7.Options.MaxRetries", "zero", meaning(0, 10, tryMinio)},
	{"github.com/segmentio/kafka-go.Writer.MaxAttempts", "counts", counting(tryKafkaWriter)},
	{"github.com/segmentio/kafka-go.Writer.MaxAttempts", "zero", meaning(0, 10, tryKafkaWriter)},
	{"google.golang.org/grpc methodConfig[].retryPolicy.maxAttempts", "counts", counting(tryServiceConfig)},
	{"google.golang.org/grpc methodConfig[].retryPolicy.maxAttempts", "zero", func(*testing.T) string { return fails(func() error { return dials(0) }) }},
	{"google.golang.org/grpc methodConfig[].retryPolicy.maxAttempts", "negative", func(*testing.T) string { return fails(func() error { return dials(-1) }) }},
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

// dials makes a client whose service config has n attempts.
func dials(n int) error {
	c, err := grpc.NewClient("localhost:1", grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"methodConfig": [{"name": [{}], "retryPolicy":
		{"maxAttempts": %d, "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, n)))
	if err != nil {
		return err
	}
	return c.Close()
}

// invoke calls a server that is unavailable as long as f fails.
func invoke(f func() error, option grpc.DialOption) error {
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
	c, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()), option)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = health.NewHealthClient(c).Check(context.Background(), new(health.HealthCheckRequest))
	return err
}
