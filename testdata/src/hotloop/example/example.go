package example

import (
	"log"
	"net"
)

func serve(l net.Listener, handle func(net.Conn)) {
	for {
		conn, err := l.Accept() // want `when net.Listener.Accept fails the loop calls it again at once: an error that stays makes it spin at full speed; leave when it is closed or the context has ended, and wait before the next call after any other error`
		if err != nil {
			log.Print(err)
			continue
		}
		go handle(conn)
	}
}
