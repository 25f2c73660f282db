// Package bench is a small stand on which a timeout that is too short, retried
// without end, turns two seconds of trouble into an outage that does not stop.
//
// The stand was published as an experiment with its figures; here it is
// rebuilt so that anybody can repeat it. A server with three workers takes jobs
// from an unbounded queue. A job takes 250 ms while the server is in trouble,
// its first 2 s, and 20 ms afterwards. The server never looks back: a job whose
// client has left is worked on all the same. Six clients ask, one operation at
// a time each, over a new connection for every attempt, pausing 25 ms between
// operations. After 6 s the stand is read.
//
// The figures that the publication leaves out were fitted, and they are few:
// the pause (25 ms is the only round value with which setting A gives its 513
// successes), and the base of setting C's pause between attempts (full jitter
// on 100 ms gives its 362 successes; other shapes do too). On the fake clock
// every sleep and deadline ends [Stand.Overshoot] late, as the timers of the
// published machine did: 690 calls of a nominal 50 ms took 52.2 ms each.
//
// What it shows, and no more: see [Variants].
package bench
