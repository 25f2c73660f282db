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
	switch level(method) {
	case descriptorpb.MethodOptions_NO_SIDE_EFFECTS:
		options = append(options, budget.Idempotent())
	case descriptorpb.MethodOptions_IDEMPOTENT:
		options = append(options, budget.Idempotent(), budget.Unhedged())
	}
	for _, o := range opts {
		if w, ok := o.(withOptions); ok {
			options = append(options, w.o...)
		}
	}
	return options
}

// level is the option idempotency_level of the method "/package.Service/Method". A
// method of which this program has no descriptor has none.
func level(method string) descriptorpb.MethodOptions_IdempotencyLevel {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
	}
	m, _ := d.Options().(*descriptorpb.MethodOptions)
	return m.GetIdempotencyLevel()
}
