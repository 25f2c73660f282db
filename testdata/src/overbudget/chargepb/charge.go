// Package chargepb is what a generator of gRPC code writes, in short.
package chargepb

import (
	"context"

	"google.golang.org/grpc"
)

type Request struct{ Amount int64 }

type Reply struct{ ID string }

type ChargeServer interface {
	Pay(ctx context.Context, in *Request) (*Reply, error)
}

func RegisterChargeServer(s grpc.ServiceRegistrar, srv ChargeServer) { s.RegisterService(nil, srv) }
