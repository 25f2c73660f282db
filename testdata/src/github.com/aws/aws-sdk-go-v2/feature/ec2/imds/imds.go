// Package imds is a stub of github.com/aws/aws-sdk-go-v2/feature/ec2/imds.
package imds

import "github.com/aws/aws-sdk-go-v2/aws"

// Client is a stub.
type Client struct{}

// NewFromConfig is a stub.
func NewFromConfig(cfg aws.Config, optFns ...func(*Options)) *Client { return nil }

// Options is a stub.
type Options struct{}
