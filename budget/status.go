package budget

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// StatusError is the attempt's own error when the dependency answered with a
// status from 400 on: in events, and in the Err of an operation that ended
// after the response had been discarded. A function given to [Do] may return one,
// too; it is judged as the Transport judges the status.
type StatusError struct{ Code int }

// Error names the status.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Code, http.StatusText(e.Code))
}

// status judges an answer. whole: the attempt had all the time there was, so a
// server that found it expired would find the next one expired too, which is no
// fault of the server's. inUse: an earlier attempt is still worked on.
func (v *verdict) status(resp *http.Response, whole, inUse bool) {
	code := resp.StatusCode
	if code < 400 {
		return
	}
	v.err = &StatusError{Code: code}
	v.repeat, v.working = repeatable(code) || inUse, inUse
	v.outcome = Failure
	if code < 500 {
		v.outcome = Rejected
	}
	if code == http.StatusGatewayTimeout && resp.Header.Get(HeaderExpired) != "" {
		v.timeout = true
		v.repeat, v.unproven = !whole, whole
	}
	if resp.Header.Get(HeaderExhausted) != "" {
		v.spent = true
	}
	if s := resp.Header.Get("Retry-After"); s != "" && v.repeat {
		v.asked, v.askedFor = parseRetryAfter(s, sentAt(resp))
	}
}

// repeatable lists the answers that another attempt may change.
func repeatable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// repeatableStatus reports whether err carries a status worth repeating.
func repeatableStatus(err error) bool {
	var answered *StatusError
	return errors.As(err, &answered) && repeatable(answered.Code)
}

// finalStatus reports whether err carries a status that is not.
func finalStatus(err error) bool {
	var answered *StatusError
	return errors.As(err, &answered) && !repeatable(answered.Code)
}

// sentAt is the dependency's own clock when it answered, which is what a date it
// sends is to be compared with; this process's clock if it did not say.
func sentAt(resp *http.Response) time.Time {
	if at, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		return at
	}
	return time.Now()
}

// parseRetryAfter reads seconds or an HTTP date.
func parseRetryAfter(s string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(s, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}
