package grpcbudget

import (
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/timeoutlint/timeoutlint/budget"
)

// With hands options of package budget to one call:
//
//	client.Get(ctx, req, grpcbudget.With(budget.Idempotent(), budget.Within(time.Minute)))
//
// Without this package's interceptors it does nothing.
func With(o ...budget.CallOption) grpc.CallOption { return withOptions{o: o} }

type withOptions struct {
	grpc.EmptyCallOption
	o []budget.CallOption
}

// optionsFor puts together what holds for the channel, for the method by its
// .proto file and for this call; the later win.
func optionsFor(defaults []budget.CallOption, method string, opts []grpc.CallOption) []budget.CallOption {
	options := slices.Clip(defaults) // shared: append must copy
	if idempotent(method) {
		options = append(options, budget.Idempotent())
	}
	for _, o := range opts {
		if w, ok := o.(withOptions); ok {
			options = append(options, w.o...)
		}
	}
	return options
}

// idempotent reports whether the method "/package.Service/Method" is declared so
// by its option idempotency_level. A method of which this program has no
// descriptor is not.
func idempotent(method string) bool {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return false
	}
	m, ok := d.Options().(*descriptorpb.MethodOptions)
	return ok && m.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}
