package example

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

func warmUpAfter(prices *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return prices.Invoke(ctx, "/prices/Warm", nil, nil, grpc.WaitForReady(true))
}
