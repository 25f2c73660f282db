// Package retrybody finds retries that send an empty body.
//
// # Analyzer retrybody
//
// the second attempt sends a request body that the first has consumed
//
// A body is a reader, and a reader gives what it holds once. net/http keeps a copy
// of a bytes.Buffer, bytes.Reader or strings.Reader that a request is made of, and
// of nothing else: any other body is gone after the first attempt, and the second
// sends nothing, with a status of 200 when the server does not mind. A request
// made inside the loop of a reader made before it is empty from the second
// attempt on, whatever the reader is.
//
// # What is not reported
//
// A request made before the loop of a buffer or reader that net/http can copy; one
// whose Body or GetBody is set anywhere in sight, or that is handed to other code;
// a reader that is set back (Seek, Reset) in the loop; GET and HEAD; a request
// made before the loop of a reader whose type is not in sight.
//
// # The way out
//
// Keep the bytes and make a new reader for each attempt: bytes.NewReader(data).
package retrybody
