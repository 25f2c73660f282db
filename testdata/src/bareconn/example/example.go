package example

import (
	"io"
	"net"
	"time"
)

func banner(addr string) ([]byte, error) {
	conn, err := net.DialTimeout("tcp", addr, 2*time.Second)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return io.ReadAll(conn) // want `the connection dialled at example.go:10 is used by io.ReadAll with no deadline`
}
