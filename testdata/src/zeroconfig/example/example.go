package example

import (
	"net"
	"time"
)

type config struct {
	addr        string
	dialTimeout time.Duration
}

func newConfig(addr string) *config { return &config{addr: addr} }

func connect(c *config) (net.Conn, error) {
	d := net.Dialer{Timeout: c.dialTimeout} // want `net.Dialer.Timeout is set from example.config.dialTimeout, which nothing in the module ever gives a value: it is zero, and the limit is not there; set the field, or give it a default`
	return d.Dial("tcp", c.addr)
}
