// Package config is a stub of github.com/aws/aws-sdk-go-v2/config at v1.33.18.
package config

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// LoadOptions is a stub.
type LoadOptions struct{}

// LoadOptionsFunc is a stub.
type LoadOptionsFunc func(*LoadOptions) error

// LoadDefaultConfig is a stub.
func LoadDefaultConfig(ctx context.Context, optFns ...func(*LoadOptions) error) (cfg aws.Config, err error) {
	return cfg, nil
}

// WithRetryMaxAttempts is a stub.
func WithRetryMaxAttempts(v int) LoadOptionsFunc { return nil }
