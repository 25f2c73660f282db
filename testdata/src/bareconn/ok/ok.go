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

// One of several, with a deadline.
type senders struct{ conns []net.Conn }

func (s *senders) open(addrs []string) {
	for _, addr := range addrs {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			s.conns = append(s.conns, conn)
		}
	}
}

func (s *senders) send(line string) {
	for _, conn := range s.conns {
		conn.SetWriteDeadline(time.Now().Add(time.Second))
		io.WriteString(conn, line)
	}
}

// Handed to others among several.
func handed(addr string, others []net.Conn, take func(...net.Conn)) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return
	}
	take(append(others, conn)...)
	io.WriteString(conn, "x")
}

// Into puts it where others look.
func Into(addr string, others []net.Conn) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return
	}
	others[0] = conn
	io.WriteString(conn, "x")
}

// Copied puts it where others look.
func Copied(addr string, others []net.Conn) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return
	}
	mine := []net.Conn{conn}
	copy(others, mine)
	for _, c := range mine {
		io.WriteString(c, "x")
	}
}
