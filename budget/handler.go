package budget

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// StatusClientClosed is the status of a request whose caller has left: nobody
// reads it but a log. It is the one nginx uses.
const StatusClientClosed = 499

// soon is how long a refusal asks a caller to stay away that was not told more.
const soon = time.Second

// Status returns the HTTP status with which a handler answers when an operation
// has failed with err, and for how long its caller is asked to stay away; zero is
// not at all.
//
//	504  timeout, floor, wait: the time ran out
//	503  open, full, retry_budget: not now; come again in a second
//	502  attempts, unsafe, exhausted, rejected: the dependency failed, or did not
//	     take what this service sent
//	500  misuse, and every error of another kind
//	499  canceled: the caller left
//
// context.DeadlineExceeded and context.Canceled count as timeout and canceled. A
// wait that the dependency asked for is passed on. A nil err is 200. What a 4xx of
// the dependency means for its own caller only the handler knows: look for a
// [*StatusError] first.
func Status(err error) (code int, wait time.Duration) {
	if err == nil {
		return http.StatusOK, 0
	}
	code = http.StatusInternalServerError
	var e *Error
	switch {
	case errors.As(err, &e):
		code = e.Reason.status()
	case errors.Is(err, context.DeadlineExceeded):
		code = http.StatusGatewayTimeout
	case errors.Is(err, context.Canceled):
		code = StatusClientClosed
	}
	if code == http.StatusServiceUnavailable {
		wait = soon
	}
	if asked, ok := retryAfter(err); ok && code > http.StatusInternalServerError {
		wait = max(wait, asked)
	}
	return code, wait
}

func (r Reason) status() int {
	switch r {
	case ReasonTimeout, ReasonFloor, ReasonWait:
		return http.StatusGatewayTimeout
	case ReasonOpen, ReasonFull, ReasonRetryBudget:
		return http.StatusServiceUnavailable
	case ReasonAttempts, ReasonUnsafe, ReasonExhausted, ReasonRejected:
		return http.StatusBadGateway
	case ReasonCanceled:
		return StatusClientClosed
	}
	return http.StatusInternalServerError
}

// WriteError answers a request whose work has failed with err: the status and the
// Retry-After by [Status], [HeaderExhausted] if nobody should repeat it, and the
// status's own text. What err says is for a log, not for the caller. A nil err
// writes nothing.
func WriteError(w http.ResponseWriter, err error) {
	if err == nil {
		return
	}
	code, wait := Status(err)
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
	if code > http.StatusInternalServerError && isExhausted(err) {
		w.Header().Set(HeaderExhausted, "1")
	}
	http.Error(w, cmp.Or(http.StatusText(code), "client closed request"), code)
}

// CheckStatus returns nil for an answer below 400, and otherwise a [*StatusError]
// with what the answer says of another attempt: for a client of another make
// inside [Do], which judges it as the Transport judges an answer.
//
//	resp, err := client.Do(req)
//	if err != nil {
//		return v, err
//	}
//	defer resp.Body.Close()
//	if err := budget.CheckStatus(resp); err != nil {
//		return v, err
//	}
func CheckStatus(resp *http.Response) error {
	if resp.StatusCode < 400 {
		return nil
	}
	var err error = &StatusError{Code: resp.StatusCode}
	if s := resp.Header.Get("Retry-After"); s != "" && repeatable(resp.StatusCode) {
		if wait, ok := parseRetryAfter(s, sentAt(resp)); ok {
			err = After(err, wait)
		}
	}
	if resp.Header.Get(HeaderExhausted) != "" {
		err = Exhausted(err)
	}
	return err
}
