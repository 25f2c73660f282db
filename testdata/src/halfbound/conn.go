package halfbound

import (
	"net"
	"net/smtp"
	"time"
)

// The greeting is read before the deadline is set.
func greet(addr string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "mx") // want `smtp.NewClient waits on the connection before its deadline is set at conn.go:19`
	if err != nil {
		return err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	return c.Hello("me")
}

func inTime(addr string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "mx")
	if err != nil {
		return err
	}
	return c.Hello("me")
}
