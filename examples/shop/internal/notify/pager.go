package notify

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"time"
)

// Page rings the bell in the warehouse.
func Page(addr, text string) error {
	conn, err := tls.Dial("tcp", addr, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(conn, text)
	return err
}

// Daytime asks the warehouse's clock for the time. The clock says it to whoever connects.
func Daytime(addr string) (string, error) {
	conn, err := net.DialTimeout("tcp", addr, 2*time.Second)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	now, err := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(now), err
}

// Weigh asks a scale what lies on it.
func Weigh(addr string) (string, error) {
	conn, err := net.DialTimeout("tcp", addr, 2*time.Second)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(conn, "W"); err != nil {
		return "", err
	}
	grams, err := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(grams), err
}

// Count adds one to a counter of the statistics daemon.
func Count(addr, name string) error {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "shop.%s:1|c", name)
	return err
}
