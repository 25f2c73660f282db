package budget

import (
	"crypto/tls"
	"net"
	"time"
)

// sweepEvery is how often idle connections are closed at most: where it is not
// the connections but the server that is slow, dialling anew makes it slower.
const sweepEvery = time.Second

// sweepSettles is how long a request over HTTP/2 may take to leave its connection
// after it has returned.
const sweepSettles = 2 * time.Millisecond

// sweepEpoch is any instant before the first sweep; its monotonic reading counts.
var sweepEpoch = time.Now().Add(-2 * sweepEvery)

// sweep closes the idle connections after one of them has proved dead.
func (t *transport) sweep(http2 bool) {
	now := int64(time.Since(sweepEpoch))
	last := t.swept.Load()
	if t.pool != nil && (last == 0 || now-last >= int64(sweepEvery)) && t.swept.CompareAndSwap(last, now) {
		t.pool.CloseIdleConnections()
		t.again.Store(http2)
	}
}

// sweepAgain closes what was not yet idle when the sweep came: over HTTP/2 a
// request leaves its connection a little later than it returns.
func (t *transport) sweepAgain() {
	if !t.again.Load() || !t.again.CompareAndSwap(true, false) {
		return
	}
	if since := time.Duration(int64(time.Since(sweepEpoch)) - t.swept.Load()); since < sweepSettles {
		time.Sleep(sweepSettles - since)
	}
	t.pool.CloseIdleConnections()
}

// speaksHTTP2 reports what was agreed on over a connection.
func speaksHTTP2(c net.Conn) bool {
	secure, ok := c.(interface{ ConnectionState() tls.ConnectionState })
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}
