package durationunit

import (
	"net/http"
	"time"
)

// Names that say their unit.
type settings struct {
	TimeoutSec  int
	IntervalMS  int64
	WaitMinutes float64
	PollMillis  int
}

func conversions(client *http.Client, s settings, elapsed time.Duration) time.Duration {
	time.Sleep(time.Duration(s.TimeoutSec))                // want `time.Duration\(s.TimeoutSec\) takes s.TimeoutSec as nanoseconds although its name says seconds: multiply by time.Second`
	d := time.Duration(s.IntervalMS)                       // want `time.Duration\(s.IntervalMS\) takes s.IntervalMS as nanoseconds although its name says milliseconds: multiply by time.Millisecond`
	client.Timeout = d                                     //
	time.Sleep(time.Duration(s.WaitMinutes) + time.Second) // want `its name says minutes`
	time.Sleep(time.Duration(s.PollMillis) * time.Second)  // want `time.Duration\(s.PollMillis\) \* time.Second takes s.PollMillis as seconds although its name says milliseconds: multiply by time.Millisecond`
	return time.Duration(elapsed.Seconds())                // want `time.Duration\(elapsed.Seconds\(\)\) takes elapsed.Seconds\(\) as nanoseconds although its name says seconds`
}
