// Package queue is the little the shop needs of a message queue.
package queue

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrEmpty says that no message came in a while.
var ErrEmpty = errors.New("queue: empty")

// A Message is taken from a queue and stays there until it is done with.
type Message struct {
	ID   string
	Body []byte
}

// Client is a queue. Receive waits until there is a message, or the context ends.
type Client interface {
	Receive(ctx context.Context) (Message, error)
	Done(ctx context.Context, m Message) error
}

// Redis is a queue made of two Redis lists: what waits, and what is being worked on.
type Redis struct {
	rdb  *redis.Client
	name string
}

// NewRedis returns the queue called name.
func NewRedis(addr, name string) *Redis {
	return &Redis{name: name, rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           2 * time.Second,
		ContextTimeoutEnabled: true,
		MaxRetries:            -1,
	})}
}

// Receive takes the oldest message.
func (q *Redis) Receive(ctx context.Context) (Message, error) {
	body, err := q.rdb.BLMove(ctx, q.name, q.name+":busy", "RIGHT", "LEFT", 20*time.Second).Result()
	if errors.Is(err, redis.Nil) {
		return Message{}, ErrEmpty
	}
	if err != nil {
		return Message{}, err
	}
	return Message{ID: body, Body: []byte(body)}, nil
}

// Done drops a message that has been worked on.
func (q *Redis) Done(ctx context.Context, m Message) error {
	return q.rdb.LRem(ctx, q.name+":busy", 1, m.ID).Err()
}

// Close closes the connections.
func (q *Redis) Close() error { return q.rdb.Close() }
