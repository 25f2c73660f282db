package durationunit

import (
	"context"
	"flag"
	"net"
	"net/http"
	"time"
)

const retries = 3

const defaultTimeout = 30

const idle time.Duration = 90 // want `idle is 90ns: 90 has no unit, write it as 90 \* time.Second or in the unit that is meant`

var grace time.Duration = 15 // want `grace is 15ns: 15 has no unit`

var client = &http.Client{
	Timeout: 30, // want `http.Client.Timeout is 30ns: 30 has no unit`
}

// The cometbft bug: 1.000000003s (tendermint#2040).
var keepAlive = time.Second + 3 // want `time.Second \+ 3 counts 3 as 3ns: 3 has no unit`

const acceptSeconds = 4

var accept = time.Second + acceptSeconds // want `time.Second \+ acceptSeconds counts acceptSeconds as 4ns: acceptSeconds has no unit, write it as acceptSeconds \* time.Second`

// A unit that is multiplied with a count stays a unit.
func unit(n time.Duration) time.Duration { return time.Second * n }

// wrapper is telegraf's internal.Duration (telegraf#8824).
type wrapper struct{ Duration time.Duration }

var wrapped = wrapper{Duration: 5} // want `wrapper.Duration is 5ns: 5 has no unit`

var positional = wrapper{7} // want `wrapper.Duration is 7ns: 7 has no unit`

func calls(ctx context.Context) {
	time.Sleep(100)                                      // want `argument d of time.Sleep is 100ns: 100 has no unit`
	_, cancel := context.WithTimeout(ctx, 5)             // want `argument timeout of context.WithTimeout is 5ns: 5 has no unit`
	defer cancel()                                       //
	_, _ = net.DialTimeout("tcp", "a:1", retries*10)     // want `argument timeout of net.DialTimeout is 30ns: retries \* 10 has no unit`
	_ = flag.Duration("wait", 20, "how long")            // want `argument value of flag.Duration is 20ns: 20 has no unit`
	_ = time.NewTimer(time.Duration(250))                // want `argument d of time.NewTimer is 250ns: time.Duration\(250\) has no unit`
	_ = time.Now().Add(60 * 60)                          // want `argument d of time.Time.Add is 3.6µs: 60 \* 60 has no unit`
	_, cancel = context.WithTimeout(ctx, defaultTimeout) // want `argument timeout of context.WithTimeout is 30ns: defaultTimeout has no unit`
	defer cancel()
	time.Sleep(2) // want `argument d of time.Sleep is 2ns: 2 has no unit`
	wait(45)      // want `argument pause of wait is 45ns: 45 has no unit`
}

// flushMS is cometbft's flushThrottleMS, which is passed on as it is.
const flushMS = 20

var flush = time.NewTimer(flushMS) // want `argument d of time.NewTimer is 20ns: flushMS has no unit, write it as flushMS \* time.Millisecond`

func wait(pause time.Duration) { time.Sleep(pause) }

func assign(c *http.Client, d time.Duration) time.Duration {
	c.Timeout = 10     // want `http.Client.Timeout is 10ns: 10 has no unit`
	d += 5             // want `d is changed by 5 as 5ns: 5 has no unit`
	timeout := d + 500 // want `d \+ 500 counts 500 as 500ns: 500 has no unit`
	timeout = 20       // want `timeout is 20ns: 20 has no unit`
	if d > time.Minute {
		return 60 // want `the result of assign is 60ns: 60 has no unit`
	}
	return timeout
}

var waits = []time.Duration{100, time.Second} // want `an element of waits is 100ns: 100 has no unit`

// Duration is prometheus' model.Duration: a time with a text form of its own.
type Duration time.Duration

// String shows it.
func (d Duration) String() string { return time.Duration(d).String() }

var scrape = struct{ Interval Duration }{Interval: 15} // want `Interval is 15ns: 15 has no unit`

func listed() {
	for _, pause := range []time.Duration{20, 40} { // want `an element of pause is 20ns` `an element of pause is 40ns`
		time.Sleep(pause)
	}
}
