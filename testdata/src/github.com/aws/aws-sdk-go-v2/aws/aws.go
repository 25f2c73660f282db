// Package aws is a stub of github.com/aws/aws-sdk-go-v2/aws at v1.48.0.
package aws

// Retryer is opaque here.
type Retryer interface{ MaxAttempts() int }

// Config is a stub.
type Config struct {
	Region           string
	RetryMaxAttempts int
}
