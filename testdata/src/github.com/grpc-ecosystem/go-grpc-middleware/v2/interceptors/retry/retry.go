// Package retry is a stub of github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.
package retry

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

type CallOption struct{}

func WithMax(maxRetries uint) CallOption { return CallOption{} }

func WithCodes(retryCodes ...codes.Code) CallOption { return CallOption{} }

func UnaryClientInterceptor(optFuncs ...CallOption) grpc.UnaryClientInterceptor { return nil }
