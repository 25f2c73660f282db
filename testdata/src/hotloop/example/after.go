package example

import (
	"errors"
	"log"
	"net"
	"time"
)

func serveCalmly(l net.Listener, handle func(net.Conn)) {
	delay := 5 * time.Millisecond
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			log.Print(err)
			time.Sleep(delay)
			delay = min(2*delay, time.Second)
			continue
		}
		delay = 5 * time.Millisecond
		go handle(conn)
	}
}
