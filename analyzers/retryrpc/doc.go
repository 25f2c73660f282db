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
// retryPolicy of a constant gRPC service config names.
//
// # What is not reported
//
// A request with a field like request_id, idempotency_key, client_token or …_uuid
// that is set, or was made out of sight; a loop that picks the errors it repeats; a
// stream; a name that says nothing. A service config that names the service, or all of
// them, and no method.
//
// # The way out
//
// Give the request an id that is made before the first attempt, and let the server
// know it again; or repeat only what was certainly not done.
package retryrpc
