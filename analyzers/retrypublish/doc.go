// Package retrypublish finds messages that a retry may publish twice.
//
// # Analyzer retrypublish
//
// a message may be published twice by the retry
//
// When the broker's confirmation is lost, the message may be there already: to
// publish it again puts it there twice, and each consumer does its work twice. The
// rule reports a loop that publishes to a broker (Kafka, NATS JetStream, RabbitMQ,
// NSQ, SNS or SQS, Pulsar) again after any error, without an id by which
// the broker or the consumer would know the message again. At least once is often
// what was meant, which is why the rule is off by default, and a note.
//
// # What is not reported
//
// A message with an id (Nats-Msg-Id, MessageId, MessageDeduplicationId, SequenceID),
// or one made out of sight whose type has such a field; a loop that picks the errors
// it repeats; plain NATS, MQTT and Redis channels, which confirm nothing.
//
// # The way out
//
// Make an id before the first attempt and let the broker or the consumers drop what
// they have seen.
package retrypublish
