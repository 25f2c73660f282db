package calls

import (
	"go/types"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Generated clients have no row: each service has its own methods. They are
// known by the shape their generators give them.
var (
	grpcUnary  = &knowledge.Call{Does: knowledge.Requests, Bound: []knowledge.Bound{"ctx:0"}}
	grpcStream = &knowledge.Call{Does: knowledge.Streams, Bound: []knowledge.Bound{"ctx:0"}}
	awsCall    = &knowledge.Call{Does: knowledge.Requests, Bound: []knowledge.Bound{"ctx:0"}}
)

func generated(fn *types.Func) *knowledge.Call {
	sig := fn.Signature()
	if sig.Recv() == nil || !sig.Variadic() || sig.Params().Len() < 2 || !IsContext(sig.Params().At(0).Type()) {
		return nil
	}
	last := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	if Named(last) == "google.golang.org/grpc.CallOption" {
		if sig.Results().Len() == 2 && isStream(sig.Results().At(0).Type()) {
			return named(grpcStream, fn)
		}
		return named(grpcUnary, fn)
	}
	if option, ok := last.Underlying().(*types.Signature); ok && option.Params().Len() == 1 && isAWSOptions(option.Params().At(0).Type()) {
		return named(awsCall, fn)
	}
	return nil
}

func named(row *knowledge.Call, fn *types.Func) *knowledge.Call {
	c := *row
	c.Name = FullName(fn)
	return &c
}

// isStream: what grpc generates for a streaming method has Recv or CloseAndRecv.
func isStream(t types.Type) bool {
	for _, method := range []string{"Recv", "CloseAndRecv", "RecvMsg"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, method); obj != nil {
			return true
		}
	}
	return false
}

// isAWSOptions: an operation takes ...func(*Options) of its own service package.
func isAWSOptions(t types.Type) bool {
	ptr, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := ptr.Elem().(*types.Named)
	if !ok || named.Obj().Name() != "Options" || named.Obj().Pkg() == nil {
		return false
	}
	const services = "github.com/aws/aws-sdk-go-v2/service/"
	path := named.Obj().Pkg().Path()
	return len(path) > len(services) && path[:len(services)] == services
}
