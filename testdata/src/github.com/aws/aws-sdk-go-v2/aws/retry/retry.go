// Package retry is a stub of github.com/aws/aws-sdk-go-v2/aws/retry at v1.48.0.
package retry

import "github.com/aws/aws-sdk-go-v2/aws"

// Standard is a stub.
type Standard struct{}

// StandardOptions is a stub.
type StandardOptions struct{ MaxAttempts int }

// NewStandard is a stub.
func NewStandard(fnOpts ...func(*StandardOptions)) *Standard { return nil }

// MaxAttempts is a stub.
func (s *Standard) MaxAttempts() int { return 3 }

// AddWithMaxAttempts is a stub.
func AddWithMaxAttempts(r aws.Retryer, max int) aws.Retryer { return r }
