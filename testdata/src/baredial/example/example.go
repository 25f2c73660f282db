package example

import "net"

func probe(addr string) error {
	conn, err := net.Dial("tcp", addr) // want `net.Dial has no timeout`
	if err != nil {
		return err
	}
	return conn.Close()
}
