package hotloop

import (
	"context"
	"errors"
	"log"
	"net"
)

func accept(l net.Listener) {
	for { // want `when net.Listener.Accept fails the loop calls it again at once: an error that stays makes it spin at full speed`
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go conn.Close()
	}
}

// The inner loop of a server: only temporary errors come back.
func temporary(l net.Listener) (conn net.Conn, err error) {
	for { // want `when net.Listener.Accept fails the loop calls it again at once`
		conn, err = l.Accept()
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
	for { // want `when hotloop.reader.ReadMessage fails the loop calls it again at once`
		m, err := r.ReadMessage(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		handle(m)
	}
}
