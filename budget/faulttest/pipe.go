package faulttest

import (
	"context"
	"net"
	"sync"
)

// A Pipe is a network of one listener, in memory: every [Pipe.DialContext] is
// met by one [Pipe.Accept] at the two ends of a net.Pipe. Its waits are durably
// blocking, so a real http.Server and http.Client talk over it on fake time.
//
// A dial waits until someone accepts, like a connection in a full backlog, and
// a write waits until it is read, as net.Pipe's do: there are no buffers.
// Inside a testing/synctest bubble, make it in the bubble. The zero value is
// not ready; use [NewPipe].
type Pipe struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

// NewPipe returns an open Pipe.
func NewPipe() *Pipe {
	return &Pipe{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// DialContext connects to the pipe's listener. Network and address are ignored,
// so that it fits http.Transport.DialContext. It fails with the context's error
// when ctx is done first, and with net.ErrClosed after Close.
func (p *Pipe) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, &net.OpError{Op: "dial", Net: "pipe", Addr: p.Addr(), Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, &net.OpError{Op: "dial", Net: "pipe", Addr: p.Addr(), Err: ctx.Err()}
	}
}

// Accept waits for the next dial; it fails with net.ErrClosed after Close.
func (p *Pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, &net.OpError{Op: "accept", Net: "pipe", Addr: p.Addr(), Err: net.ErrClosed}
	}
}

// Close ends every waiting and later Accept and DialContext. Connections that
// are already open stay open. It may be called more than once and returns nil.
func (p *Pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr returns the name of this network, "pipe".
func (p *Pipe) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }
