// Package lowlevel imports unsafe, and names it, as generated code does.
package lowlevel

import (
	"net"
	"time"
	"unsafe"
)

// Dial tries until there is a connection.
func Dial(addr string) (net.Conn, error) {
	var last error
	for range 5 { // loop: retry wait=1s
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}

// Text is the bytes without a copy.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
