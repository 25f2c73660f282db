package example

import (
	"context"

	"google.golang.org/grpc"
)

func warmUp(prices *grpc.ClientConn) error {
	ctx := context.Background()
	return prices.Invoke(ctx, "/prices/Warm", nil, nil, grpc.WaitForReady(true)) // want `waits until there is a server`
}
