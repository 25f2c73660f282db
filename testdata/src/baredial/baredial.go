package baredial

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/smtp"
	"time"
)

func handshakes(addr string) {
	tls.Dial("tcp", addr, nil)                          // want `tls.Dial has no timeout .*: a server that accepts and never answers holds it for ever`
	smtp.Dial(addr)                                     // want `smtp.Dial has no timeout`
	smtp.SendMail(addr, nil, "", nil, nil)              // want `smtp.SendMail has no timeout`
	(&tls.Dialer{}).Dial("tcp", addr)                   // want `tls.Dialer.Dial has no timeout`
	tls.DialWithDialer(&net.Dialer{}, "tcp", addr, nil) // want `tls.DialWithDialer has no timeout`
}

func inner(addr string) {
	d := &tls.Dialer{NetDialer: &net.Dialer{KeepAlive: time.Minute}}
	d.Dial("tcp", addr) // want `tls.Dialer.Dial has no timeout`
}

func withContext(addr string) {
	var d tls.Dialer
	ctx, cancel := context.WithCancel(context.TODO())
	defer cancel()
	d.DialContext(ctx, "tcp4", addr) // want `its context \(context.TODO\) has no deadline`
}

// What is read afterwards has no end either.
func banner(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr) // want `net.Dial has no timeout \(nothing bounds it\): a host that drops packets holds it for as long as the system retries, about two minutes on Linux, and what is read from it afterwards has no deadline either`
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return bufio.NewReader(conn).ReadString('\n') // also: bareconn
}

func zero(addr string) ([]byte, error) {
	conn, err := net.DialTimeout("tcp", addr, 0) // want `net.DialTimeout has no timeout \(its timeout is 0\)`
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return io.ReadAll(conn) // also: bareconn
}

func keepAliveOnly(addr string, into []byte) (int, error) {
	d := net.Dialer{KeepAlive: time.Minute}
	conn, err := d.DialContext(context.Background(), "tcp", addr) // want `net.Dialer.DialContext has no timeout \(its context \(context.Background\) has no deadline`
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	return conn.Read(into) // also: bareconn
}

type client struct{ conn io.ReadWriteCloser }

func open(addr string) (*client, error) {
	conn, err := (&net.Dialer{}).Dial("tcp", addr) // want `net.Dialer.Dial has no timeout \(net.Dialer has no Timeout and net.Dialer has no Deadline\)`
	if err != nil {
		return nil, err
	}
	return &client{conn: conn}, nil
}

func (c *client) ask(question []byte) ([]byte, error) {
	if _, err := c.conn.Write(question); err != nil {
		return nil, err
	}
	answer := make([]byte, 512)
	n, err := c.conn.Read(answer)
	return answer[:n], err
}
