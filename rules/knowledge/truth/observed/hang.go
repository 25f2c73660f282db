// Package observed watches libraries do what the knowledge rows say: it
// constructs and reads back, counts the calls of a retried function, and
// connects to a peer that lets it wait.
package observed

import (
	"io"
	"net"
	"time"
)

// A Peer is the other side of a connection, on the loopback interface.
type Peer struct {
	Addr     string
	listener net.Listener
}

// The ways in which a peer lets its clients down.
var (
	// Silent accepts, reads, and never says a word: also how a TLS or SSH
	// handshake stalls.
	Silent = func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }
	// Stalling answers an HTTP request's head, promises a body and stalls.
	Stalling = func(c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
		_, _ = io.Copy(io.Discard, c)
	}
	// Closing hangs up at once.
	Closing = func(net.Conn) {}
)

// Listen starts a peer that treats each connection so.
func Listen(treat func(net.Conn)) (*Peer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				treat(c)
				_ = c.Close()
			}()
		}
	}()
	return &Peer{Addr: listener.Addr().String(), listener: listener}, nil
}

// Close stops the peer: what still waits for it fails.
func (p *Peer) Close() { _ = p.listener.Close() }

// Refusing is an address where nobody listens.
func Refusing() (string, error) {
	p, err := Listen(Closing)
	if err != nil {
		return "", err
	}
	p.Close()
	return p.Addr, nil
}

// The clock of the observations: a limit of Short has passed long before
// Patience, and what waits then is taken to wait for ever.
const (
	Short    = 300 * time.Millisecond
	Patience = 2 * time.Second
)
