package bareconn

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"time"
)

func read(addr string) ([]byte, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return io.ReadAll(conn) // want `the connection dialled at bareconn.go:12 is used by io.ReadAll with no deadline`
}

func write(addr string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte("x")) // want `is used by net.Conn.Write with no deadline`
	return err
}

// Kept in a field and used by another method.
type sender struct{ conn net.Conn }

func (s *sender) open(addr string) (err error) {
	s.conn, err = net.DialTimeout("tcp", addr, time.Second)
	return err
}

func (s *sender) send(line string) {
	fmt.Fprintln(s.conn, line) // want `is used by fmt.Fprintln with no deadline`
}

func scan(addr string) (string, error) {
	conn, err := (&net.Dialer{Timeout: time.Second}).Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n') // want `is used by bufio.NewReader with no deadline`
}

// Kept with others, one of which is written to.
type senders struct{ conns []net.Conn }

func (s *senders) open(addrs []string) {
	var conns []net.Conn
	for _, addr := range addrs {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			conns = append(conns, conn)
		}
	}
	s.conns = conns
}

func (s *senders) send(n int, line string) {
	fmt.Fprintln(s.conns[n], line) // want `the connection dialled at bareconn.go:5[0-9] is used by fmt.Fprintln with no deadline`
}

// An array, filled by index.
func pair(a, b string) error {
	var both [2]net.Conn
	for i, addr := range []string{a, b} {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err != nil {
			return err
		}
		both[i] = conn
	}
	_, err := both[0].Write([]byte("x")) // want `is used by net.Conn.Write with no deadline`
	return err
}
