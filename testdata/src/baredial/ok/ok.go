// Package ok holds what baredial must leave alone.
package ok

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/rpc"
	"time"
)

// Nothing waits for a peer on these networks.
func datagrams(addr string) {
	net.Dial("udp", addr)
	net.Dial("unixgram", addr)
	net.Dial("unix", addr)
	(&net.Dialer{}).Dial("udp4", addr)
}

func bounded(addr string, d time.Duration) {
	net.DialTimeout("tcp", addr, time.Second)
	net.DialTimeout("tcp", addr, d)
	(&net.Dialer{Timeout: time.Second}).Dial("tcp", addr)
	(&net.Dialer{Deadline: time.Now().Add(time.Second)}).Dial("tcp", addr)
	tls.DialWithDialer(&net.Dialer{Timeout: d}, "tcp", addr, nil)
	(&tls.Dialer{NetDialer: &net.Dialer{Timeout: d}}).Dial("tcp", addr)
	dialer := &net.Dialer{}
	dialer.Timeout = d
	dialer.Dial("tcp", addr)
}

func callers(ctx context.Context, addr string) {
	(&net.Dialer{}).DialContext(ctx, "tcp", addr)
}

func deadline(addr string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var d net.Dialer
	d.DialContext(ctx, "tcp", addr)
}

func given(d *net.Dialer, addr string) { d.Dial("tcp", addr) }

// On this machine.
func local() { net.Dial("tcp", "127.0.0.1:9000") }

// The network is not known: it may be a datagram's.
func network(network, addr string) { net.Dial(network, addr) }

// Whoever sets no timeout chose to wait.
func chosen(addr string, timeout time.Duration) (net.Conn, error) {
	if timeout == 0 {
		return net.Dial("tcp", addr)
	}
	return net.DialTimeout("tcp", addr, timeout)
}

// To a listener of this process.
func own(l net.Listener) { net.Dial("tcp", l.Addr().String()) }

// Nothing is waited for but the connection, which the system gives up on.
func probe(addr string) bool {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

func connects(addr string) {
	net.DialTimeout("tcp", addr, 0)
	rpc.Dial("tcp", addr)
	(&net.Dialer{KeepAlive: time.Minute}).Dial("tcp", addr)
	(&net.Dialer{}).DialContext(context.Background(), "tcp", addr)
}

// Whoever gets it may set a deadline.
func handed(addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

// What is copied lasts for as long as both sides like.
func relay(from net.Conn, addr string) {
	to, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	go io.Copy(to, from) // also: bareconn
	io.Copy(from, to)
}
