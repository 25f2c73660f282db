package ok

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/segmentio/kafka-go"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// patient sits out what will pass.
type patient struct{ net.Listener }

func (p patient) Accept() (net.Conn, error) {
	for {
		conn, err := p.Listener.Accept()
		if err == nil || errors.Is(err, net.ErrClosed) {
			return conn, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Door keeps one.
type Door struct {
	l    net.Listener
	done chan struct{}
}

// NewDoor makes it patient.
func NewDoor(l net.Listener) *Door { return &Door{l: patient{l}, done: make(chan struct{})} }

// Open accepts through it.
func (d *Door) Open(handle func(net.Conn)) {
	for {
		conn, err := d.l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go handle(conn)
	}
}

// Records leave when their context has ended.
func Records(ctx context.Context, r *kafka.Reader, handle func(kafka.Message)) {
	for ctx.Err() == nil {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		handle(m)
	}
}

// Refresh waits either way.
func Refresh(c *http.Client, url string, use func(*http.Response)) {
	for {
		resp, err := c.Get(url)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		use(resp)
		resp.Body.Close()
		time.Sleep(time.Minute)
	}
}

// Deferred: the wait is in the head of the loop.
func Deferred(c *http.Client, url string, use func(*http.Response)) {
	for ; ; time.Sleep(time.Minute) {
		resp, err := c.Get(url)
		if err != nil {
			log.Print(err)
			continue
		}
		use(resp)
		resp.Body.Close()
	}
}

// Leases waits before it watches again.
func Leases(ctx context.Context, c *clientv3.Client, use func(*clientv3.Event)) {
	for {
		for resp := range c.Watch(ctx, "leases/") {
			for _, e := range resp.Events {
				use(e)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// Once: when the watch has ended, so has the work.
func Once(ctx context.Context, c *clientv3.Client, use func(*clientv3.Event)) {
	for resp := range c.Watch(ctx, "leases/") {
		for _, e := range resp.Events {
			use(e)
		}
	}
}
