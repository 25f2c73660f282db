// Package ok holds what bareconn must leave alone.
package ok

import (
	"io"
	"net"
	"net/textproto"
	"time"
)

func deadline(addr string) ([]byte, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return nil, err
	}
	return io.ReadAll(conn)
}

// Accepted, not dialled: a server waits for its clients by design.
func serve(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		io.Copy(io.Discard, conn)
	}
}

// Returned: the caller sets deadlines.
func Dial(addr string) (net.Conn, error) { return net.DialTimeout("tcp", addr, time.Second) }

// A datagram is sent without waiting.
func datagram(addr string) error {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte("x"))
	return err
}

// Handed to a library.
func proto(addr string) (*textproto.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	return textproto.NewConn(conn), nil
}
