package grpcbudget

import (
	"reflect"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"
)

// answer is where one of several concurrent attempts writes what it gets.
type answer struct {
	reply           any
	header, trailer metadata.MD
	peer            peer.Peer
}

// answers returns what makes an empty answer for each attempt, of the type of
// reply, which is a pointer. It does not touch reply again: the slower leg may
// start when the caller has its answer in there.
func answers(reply any) func() *answer {
	if m, ok := reply.(proto.Message); ok {
		kind := m.ProtoReflect().Type()
		return func() *answer { return &answer{reply: kind.New().Interface()} }
	}
	kind := reflect.TypeOf(reply).Elem()
	return func() *answer { return &answer{reply: reflect.New(kind).Interface()} }
}

// redirect returns opts with a's places for headers, trailers and peers in place
// of the caller's.
func (a *answer) redirect(opts []grpc.CallOption) []grpc.CallOption {
	opts = slices.Clone(opts)
	for i, o := range opts {
		switch o.(type) {
		case grpc.HeaderCallOption:
			opts[i] = grpc.Header(&a.header)
		case grpc.TrailerCallOption:
			opts[i] = grpc.Trailer(&a.trailer)
		case grpc.PeerCallOption:
			opts[i] = grpc.Peer(&a.peer)
		}
	}
	return opts
}

// deliver hands a to the caller; the reply only if the call succeeded.
func (a *answer) deliver(reply any, opts []grpc.CallOption, ok bool) {
	for _, o := range opts {
		switch o := o.(type) {
		case grpc.HeaderCallOption:
			*o.HeaderAddr = a.header
		case grpc.TrailerCallOption:
			*o.TrailerAddr = a.trailer
		case grpc.PeerCallOption:
			*o.PeerAddr = a.peer
		}
	}
	if !ok {
		return
	}
	if m, ok := reply.(proto.Message); ok {
		proto.Reset(m)
		proto.Merge(m, a.reply.(proto.Message))
		return
	}
	reflect.ValueOf(reply).Elem().Set(reflect.ValueOf(a.reply).Elem())
}
