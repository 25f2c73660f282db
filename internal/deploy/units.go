package deploy

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Unit is how a format writes a time.
type Unit string

// The units.
const (
	Seconds  Unit = "seconds"         // 30
	Millis   Unit = "milliseconds"    // 29000
	GoTime   Unit = "duration"        // 1m30s; a bare number is no time
	GoOrSecs Unit = "duration or s"   // 30s, or 30 of seconds
	GoOrNano Unit = "duration or ns"  // 30s, or a number of nanoseconds
	Nginx    Unit = "nginx time"      // 60, 60s, 1m30s, 500ms
	HAProxy  Unit = "haproxy time"    // 30s; a bare number is milliseconds
	Systemd  Unit = "systemd time"    // 90, 5min 20s, infinity
	Prom     Unit = "Prometheus time" // 10s, 1d
)

// unitOf are the units of time by name, in any format that has them.
var unitOf = map[string]time.Duration{
	"ns": 1, "us": time.Microsecond, "ms": time.Millisecond, "msec": time.Millisecond, "s": time.Second, "sec": time.Second, "second": time.Second, "seconds": time.Second,
	"m": time.Minute, "min": time.Minute, "minute": time.Minute, "minutes": time.Minute, "h": time.Hour, "hr": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": 24 * time.Hour, "day": 24 * time.Hour, "days": 24 * time.Hour, "w": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour, "y": 365 * 24 * time.Hour,
}

var amount = regexp.MustCompile(`^\s*([0-9]{1,12}(?:\.[0-9]{1,9})?)\s*([a-z]*)`)

// read reads a time; not ok: it is none that can be known. What is off, or for ever,
// is 0.
func (u Unit) read(text string) (d time.Duration, ok bool) {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	bare := time.Duration(0) // the unit of a number without one
	switch u {
	case Seconds:
		n, err := strconv.ParseInt(text, 10, 32)
		return time.Duration(n) * time.Second, err == nil
	case Millis:
		n, err := strconv.ParseInt(text, 10, 32)
		return time.Duration(n) * time.Millisecond, err == nil
	case GoOrSecs, Nginx, Systemd:
		bare = time.Second
	case GoOrNano:
		bare = time.Nanosecond
	case HAProxy:
		bare = time.Millisecond
	}
	lower := strings.ToLower(text)
	if lower == "infinity" || lower == "infinite" || lower == "0" {
		return 0, true
	}
	if lower == "" {
		return 0, false
	}
	sum := 0.0
	for rest := lower; rest != ""; {
		m := amount.FindStringSubmatch(rest)
		if m == nil {
			return 0, false
		}
		rest = strings.TrimLeft(rest[len(m[0]):], " ")
		unit, known := unitOf[m[2]]
		if m[2] == "" {
			unit, known = bare, bare > 0
		}
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil || !known {
			return 0, false
		}
		sum += n * float64(unit)
	}
	if sum >= float64(100*365*24*time.Hour) {
		return 0, true
	}
	return time.Duration(sum), true
}
