// Package kafka is a stub of github.com/segmentio/kafka-go at v0.4.51.
package kafka

import (
	"context"
	"crypto/tls"
	"time"
)

// Dialer is a stub.
type Dialer struct {
	ClientID  string
	Timeout   time.Duration
	Deadline  time.Time
	DualStack bool
	KeepAlive time.Duration
	TLS       *tls.Config
}

// DefaultDialer is a stub.
var DefaultDialer = &Dialer{Timeout: 10 * time.Second, DualStack: true}

// Conn is a stub.
type Conn struct{}

// Dial is a stub.
func (d *Dialer) Dial(network string, address string) (*Conn, error) { return nil, nil }

// DialContext is a stub.
func (d *Dialer) DialContext(ctx context.Context, network string, address string) (*Conn, error) {
	return nil, nil
}

// Writer is a stub.
type Writer struct {
	Topic       string
	MaxAttempts int
}

// ReaderConfig is a stub.
type ReaderConfig struct {
	Brokers     []string
	Topic       string
	Dialer      *Dialer
	MaxAttempts int
}

// Reader is a stub.
type Reader struct{}

// NewReader is a stub.
func NewReader(config ReaderConfig) *Reader { return nil }

// Message is a stub.
type Message struct {
	Topic      string
	Key, Value []byte
}

// WriteMessages is a stub.
func (w *Writer) WriteMessages(ctx context.Context, msgs ...Message) error { return nil }

// ReadMessage waits for the next message; it paces itself after an error.
func (r *Reader) ReadMessage(ctx context.Context) (Message, error) { return Message{}, nil }

// FetchMessage is ReadMessage without the commit.
func (r *Reader) FetchMessage(ctx context.Context) (Message, error) { return Message{}, nil }
