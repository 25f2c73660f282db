// Package nats is a stub of github.com/nats-io/nats.go at v1.45.0.
package nats

// PubOpt is a stub.
type PubOpt interface{ configurePublish() }

// PubAck is a stub.
type PubAck struct{ Stream string }

// JetStream is a stub.
type JetStream interface {
	Publish(subj string, data []byte, opts ...PubOpt) (*PubAck, error)
}

// JetStreamContext is a stub.
type JetStreamContext interface{ JetStream }

// MsgId is a stub.
func MsgId(id string) PubOpt { return nil }
