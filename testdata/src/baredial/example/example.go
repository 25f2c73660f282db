package example

import (
	"bufio"
	"net"
)

func banner(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr) // want `net.Dial has no timeout`
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return bufio.NewReader(conn).ReadString('\n') // also: bareconn
}
