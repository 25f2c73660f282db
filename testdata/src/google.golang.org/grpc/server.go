package grpc

import "context"

type (
	Server           struct{}
	ServerOption     interface{ serve() }
	UnaryServerInfo  struct{ FullMethod string }
	UnaryHandler     func(ctx context.Context, req any) (any, error)
	ServiceDesc      struct{ ServiceName string }
	ServiceRegistrar interface {
		RegisterService(desc *ServiceDesc, impl any)
	}
	UnaryServerInterceptor func(ctx context.Context, req any, info *UnaryServerInfo, handler UnaryHandler) (any, error)
)

func NewServer(opts ...ServerOption) *Server { return nil }

func (s *Server) RegisterService(desc *ServiceDesc, impl any) {}

func UnaryInterceptor(i UnaryServerInterceptor) ServerOption                    { return nil }
func ChainUnaryInterceptor(interceptors ...UnaryServerInterceptor) ServerOption { return nil }

func (s *Server) GracefulStop() {}

func (s *Server) Stop() {}
