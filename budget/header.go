package budget

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"
)

// The headers of deadline propagation.
const (
	// HeaderTimeout is the time left when the request was sent, in whole
	// milliseconds, rounded down, at least 1. It is immune to clock skew but does
	// not tick while the request travels or queues.
	HeaderTimeout = "X-Request-Timeout-Ms"

	// HeaderDeadline is the instant the answer stops mattering, RFC 3339 in UTC
	// with milliseconds. It counts travel and queueing but is wrong by as much as
	// the clocks differ: a receiver takes HeaderTimeout where it has both.
	HeaderDeadline = "X-Request-Deadline"

	// HeaderExpired is set to "1" on a 504 whose request had expired on arrival.
	HeaderExpired = "X-Deadline-Expired"
)

// Source is a further header that a deadline may come from; see
// [ServerOptions.Accept].
type Source uint8

// The sources.
const (
	GRPCTimeout    Source = iota // grpc-timeout: up to 8 digits and H, M, S, m, u or n
	EnvoyTimeout                 // x-envoy-expected-rq-timeout-ms: milliseconds
	ConnectTimeout               // Connect-Timeout-Ms: milliseconds, up to 10 digits
	AbsoluteAlone                // HeaderDeadline without a relative one, with a tolerance of ServerOptions.Skew
)

const deadlineLayout = "2006-01-02T15:04:05.000Z"

// SetDeadline writes ctx's deadline to h, replacing what was there. It returns
// false, and removes both headers, if ctx has no deadline or less than a
// millisecond left; a call without time should not be sent.
func SetDeadline(ctx context.Context, h http.Header) bool {
	h.Del(HeaderTimeout)
	h.Del(HeaderDeadline)
	deadline, ok := ctx.Deadline()
	left := time.Until(deadline).Milliseconds()
	if !ok || left < 1 {
		return false
	}
	h.Set(HeaderTimeout, strconv.FormatInt(left, 10))
	h.Set(HeaderDeadline, deadline.UTC().Format(deadlineLayout))
	return true
}

// forward puts ctx's deadline into the headers of a request that is about to be
// sent. They may be those of a request that came in, by way of a reverse proxy:
// what they say of the time left is old. It returns false if there is no time.
// hide: the receiver is told nothing.
func forward(ctx context.Context, h http.Header, hide bool) bool {
	deadline, bounded := ctx.Deadline()
	left := time.Until(deadline).Milliseconds()
	if bounded && left < 1 {
		return false
	}
	for _, f := range foreign {
		values := h[f.name]
		if len(values) == 0 {
			continue
		}
		if hide && f.name == envoyTimeout {
			h.Del(f.name)
		} else if told, ok := f.parse(values[0]); bounded && ok && told.Milliseconds() > left {
			h.Set(f.name, f.format(left))
		}
	}
	if hide {
		h.Del(HeaderTimeout)
		h.Del(HeaderDeadline)
		h.Del(HeaderAttempt)
		h.Del(HeaderCriticality)
		return true
	}
	setAttempt(ctx, h)
	setCriticality(ctx, h)
	SetDeadline(ctx, h)
	return true
}

const (
	grpcTimeout    = "Grpc-Timeout"
	envoyTimeout   = "X-Envoy-Expected-Rq-Timeout-Ms"
	connectTimeout = "Connect-Timeout-Ms"
)

// foreign are the deadline headers of others.
var foreign = [...]struct {
	name   string
	parse  func(string) (time.Duration, bool)
	format func(ms int64) string
}{
	{grpcTimeout, parseGRPC, formatGRPC},
	{envoyTimeout, parseMilliseconds, formatMilliseconds},
	{connectTimeout, parseMilliseconds, formatMilliseconds},
}

func formatMilliseconds(ms int64) string { return strconv.FormatInt(ms, 10) }

// formatGRPC writes whole seconds where 8 digits of milliseconds do not suffice.
func formatGRPC(ms int64) string {
	if ms < 1e8 {
		return strconv.FormatInt(ms, 10) + "m"
	}
	return strconv.FormatInt(min(ms/1000, 1e8-1), 10) + "S"
}

// arrival is what a request's headers say about its time.
type arrival struct {
	left      time.Duration // may be zero or negative: expired
	known     bool
	absolute  bool // left comes from the caller's clock
	malformed bool // a header was there and could not be read
	skewed    bool // the two deadlines disagree by more than the skew allowed
}

// arrivalOf reads the headers of a request that arrived now. Clocks are off by
// more than budgets are long, so that the relative deadline counts where there is
// one, and an absolute one alone is taken to be the latest that it can mean.
func arrivalOf(h http.Header, now time.Time, skew time.Duration, accept []Source) arrival {
	var a arrival
	relative, haveRelative := a.read(h, HeaderTimeout, parseMilliseconds)
	absolute, haveAbsolute := a.read(h, HeaderDeadline, func(s string) (time.Duration, bool) {
		t, err := time.Parse(time.RFC3339, s)
		return t.Sub(now), err == nil
	})
	if haveRelative {
		a.left, a.known = relative, true
		a.skewed = haveAbsolute && (absolute-relative).Abs() > skew
		return a
	}
	for _, source := range accept {
		var left time.Duration
		var ok bool
		switch source {
		case GRPCTimeout:
			left, ok = a.read(h, grpcTimeout, parseGRPC)
		case EnvoyTimeout:
			left, ok = a.read(h, envoyTimeout, parseMilliseconds)
		case ConnectTimeout:
			left, ok = a.read(h, connectTimeout, parseMilliseconds)
		case AbsoluteAlone:
			left, ok = later(absolute, skew), haveAbsolute
			a.absolute = ok
		}
		if ok {
			a.left, a.known = left, true
			return a
		}
	}
	return a
}

// later is d and more, as far as there is a number for it.
func later(d, more time.Duration) time.Duration {
	if sum := d + more; more <= 0 || sum > d {
		return sum
	}
	return math.MaxInt64
}

// read parses one header. Absent is not malformed; sent twice is.
func (a *arrival) read(h http.Header, name string, parse func(string) (time.Duration, bool)) (time.Duration, bool) {
	values := h[http.CanonicalHeaderKey(name)]
	if len(values) == 0 {
		return 0, false
	}
	if d, ok := parse(values[0]); ok && len(values) == 1 {
		return d, true
	}
	a.malformed = true
	return 0, false
}

// parseMilliseconds reads 1 to 10 decimal digits, which is up to 115 days. Zero
// is an expired request, not a malformed one.
func parseMilliseconds(s string) (time.Duration, bool) {
	n, ok := parseDigits(s, 10)
	return time.Duration(n) * time.Millisecond, ok
}

// parseGRPC reads the gRPC wire format: 1 to 8 digits and a unit.
func parseGRPC(s string) (time.Duration, bool) {
	if s == "" {
		return 0, false
	}
	n, ok := parseDigits(s[:len(s)-1], 8)
	if !ok {
		return 0, false
	}
	var unit time.Duration
	switch s[len(s)-1] {
	case 'H':
		unit = time.Hour
	case 'M':
		unit = time.Minute
	case 'S':
		unit = time.Second
	case 'm':
		unit = time.Millisecond
	case 'u':
		unit = time.Microsecond
	case 'n':
		unit = time.Nanosecond
	default:
		return 0, false
	}
	const longest = 1<<63 - 1
	if n > int64(longest/unit) { // 99999999H does not fit; whoever asks gets the server's Max
		return longest, true
	}
	return time.Duration(n) * unit, true
}

// parseDigits accepts digits alone: no sign, no space, no underscore.
func parseDigits(s string, most int) (int64, bool) {
	if s == "" || len(s) > most {
		return 0, false
	}
	var n int64
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
