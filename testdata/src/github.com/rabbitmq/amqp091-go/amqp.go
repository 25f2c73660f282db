// Package amqp091 is a stub of github.com/rabbitmq/amqp091-go.
package amqp091

// Delivery is a stub.
type Delivery struct{ Body []byte }
