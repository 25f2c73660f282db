// Package retrybody finds retries that send an empty body.
//
// # Analyzer retrybody
//
// the second attempt sends a request body that the first has consumed
//
// A body is a reader, and a reader gives what it holds once. A request made
// inside the loop of a reader made before it is empty from the second attempt on,
// and the server answers 200 if it does not mind. A request made before the loop
// has a body that the first attempt has read. net/http keeps a copy of a
// bytes.Buffer, bytes.Reader or strings.Reader that a request is made of, but
// takes it only when it sends again by itself on a connection that it kept: after
// a lost connection, or while the last answer is still open, the next Do fails
// with "ContentLength=… with Body length 0", which is when a retry is needed. So it
// is for a transport that sends the request it is given again: whoever uses it
// with a body has one attempt.
//
// # What is not reported
//
// A request whose Body or GetBody is set anywhere in sight, or that is handed to
// code that may do so; a reader that is set back (Seek, Reset) in the loop; GET
// and HEAD; a loop that repeats a status only, and closes each answer, over a body
// that net/http has a copy of; a request made before the loop of a reader that may
// be none; a transport that looks at the Method, Body or GetBody of what it repeats.
//
// # The way out
//
// Keep the bytes and make a new reader for each attempt: bytes.NewReader(data); or
// set req.Body from req.GetBody() before each attempt.
package retrybody
