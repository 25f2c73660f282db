package example

import (
	"cmp"
	"net"
	"time"
)

type fullConfig struct {
	addr        string
	dialTimeout time.Duration
}

func connectInTime(c *fullConfig) (net.Conn, error) {
	d := net.Dialer{Timeout: cmp.Or(c.dialTimeout, 5*time.Second)}
	return d.Dial("tcp", c.addr)
}
