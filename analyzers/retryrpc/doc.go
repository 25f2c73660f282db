// Package retryrpc finds remote calls that a retry may do twice.
//
// # Analyzer retryrpc
//
// a remote call that looks like it acts twice is repeated
//
// When a call fails with DeadlineExceeded or Unavailable, nobody knows whether the
// server has done what it was asked. Asking again is right for Get and List, and for
// Update and Delete; CreateOrder, Charge or SendMail that is asked again may do it
// twice. The rule reports a method of a generated gRPC or connect client with such a
// name that a retry loop calls again after any error, and whose request has no field
// by which the server would know it again. It reports the same of a method that the
// retryPolicy of a constant gRPC service config names, or that a client of such a
// connection calls where the policy is for the whole service, and where the retry interceptor of
// go-grpc-middleware repeats it. A Kubernetes object that is created again under a name that
// the server, or the attempt, makes up is there twice, too.
//
// # What is not reported
//
// A request with a field like request_id, idempotency_key, client_token or …_uuid
// that is set, or was made out of sight; a loop that repeats only codes that say that nothing
// was done (ResourceExhausted, Aborted); a stream; a name that says nothing; an object with
// a name of its own, which the server refuses the second time.
//
// # The way out
//
// Give the request an id that is made before the first attempt, and let the server
// know it again; or repeat only what was certainly not done.
package retryrpc
