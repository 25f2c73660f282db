package hotloop

import (
	"context"
	"errors"
	"log"
	"net"
)

func accept(l net.Listener) {
	for {
		conn, err := l.Accept() // want `when net.Listener.Accept fails the loop calls it again at once: an error that stays makes it spin at full speed`
		if err != nil {
			log.Print(err)
			continue
		}
		go conn.Close()
	}
}

// The inner loop of a server: only temporary errors come back.
func temporary(l net.Listener) (conn net.Conn, err error) {
	for {
		conn, err = l.Accept() // want `when net.Listener.Accept fails the loop calls it again at once`
		var ne net.Error
		if err != nil && errors.As(err, &ne) && ne.Timeout() {
			log.Print(err)
			continue
		}
		return conn, err
	}
}

type message struct{ text string }

type reader interface {
	ReadMessage(ctx context.Context) (message, error)
}

func consume(ctx context.Context, r reader, handle func(message)) {
	for {
		m, err := r.ReadMessage(ctx) // want `when hotloop.reader.ReadMessage fails the loop calls it again at once`
		if err != nil {
			log.Print(err)
			continue
		}
		handle(m)
	}
}

func ended(ctx context.Context, items <-chan string, handle func(string)) {
	for {
		select {
		case <-ctx.Done():
			log.Print("ended")
			break // want `this case leaves the select, not the loop: when the context has ended, ctx.Done\(\) is ready for ever and the loop spins at full speed`
		case item := <-items:
			handle(item)
		}
	}
}

func closed(stop <-chan struct{}, sets <-chan map[string]int, handle func(map[string]int)) {
	for {
		select {
		case <-stop:
			return
		case set, ok := <-sets:
			if !ok {
				break // want `when sets is closed the loop comes back to it at once: a closed channel is ready for ever, so it spins at full speed`
			}
			handle(set)
		}
	}
}

func polls(stop <-chan struct{}, sets <-chan int, handle func(int)) {
	for {
		select { // want `the default of this select leads straight back to it: while no case is ready the loop spins at full speed`
		case <-stop:
			return
		case set := <-sets:
			handle(set)
		default:
		}
	}
}

// The stream is opened again as fast as it fails.
func (w *watcher) watch(ctx context.Context, handle func(message)) {
	s, err := w.open(ctx)
	if err != nil {
		return
	}
	for {
		select {
		case m := <-w.messages:
			handle(m)
		case err := <-w.failed:
			if errors.Is(err, context.Canceled) {
				return
			}
			if s, err = w.open(ctx); err != nil { // want `an error from w.failed makes the loop call open again at once, which sends the next error there: while the other side is away it opens and fails at full speed`
				return
			}
			log.Print(s)
		case <-ctx.Done():
			return
		}
	}
}

type watcher struct {
	dialer   net.Dialer
	messages chan message
	failed   chan error
}

func (w *watcher) open(ctx context.Context) (net.Conn, error) {
	conn, err := w.dialer.DialContext(ctx, "tcp", "store:9000")
	if err != nil {
		return nil, err
	}
	go w.serve(ctx, conn)
	return conn, nil
}

func (w *watcher) serve(ctx context.Context, conn net.Conn) {
	b := make([]byte, 1024)
	for {
		n, err := conn.Read(b) // also: bareconn
		if err != nil {
			select {
			case w.failed <- err:
			case <-ctx.Done():
			}
			return
		}
		w.messages <- message{string(b[:n])}
	}
}
