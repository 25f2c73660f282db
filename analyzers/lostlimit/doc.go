// Package lostlimit finds limits that are set and then lost.
//
// # Analyzer lostlimit
//
// a limit is set and then lost on the way to the call
//
// Somebody thought of the timeout, and it does not arrive. A Transport is
// taken out of a client that has a Timeout and put into a new client, which
// has none. A constructor keeps the Transport of the client it is given and
// drops its Timeout (oauth2 did until v0.28.0). grpc.WithTimeout bounds only a
// blocking dial, so without grpc.WithBlock it does nothing. A timeout option is
// stored in a field that nothing ever reads.
//
// # What is not reported
//
// A new client that gets a Timeout of its own; requests are not considered, as
// the limit was meant. Fields with struct tags, which reflection may read,
// exported fields, and fields of types that are handed to reflection.
//
// # The way out
//
// Carry the limit over: set Timeout on the new client, pass the whole client,
// or give each call a deadline. Read the option where the call is made.
package lostlimit
