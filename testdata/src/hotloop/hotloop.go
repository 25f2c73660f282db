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
