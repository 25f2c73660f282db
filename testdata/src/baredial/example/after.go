package example

import (
	"bufio"
	"net"
	"time"
)

func bannerAfter(addr string) (string, error) {
	conn, err := net.DialTimeout("tcp", addr, 3*time.Second)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(3 * time.Second)); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}
