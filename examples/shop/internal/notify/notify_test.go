package notify_test

import (
	"bufio"
	"fmt"
	"net"
	"testing"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/notify"
)

func TestWeigh(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		if q, _ := bufio.NewReader(conn).ReadString('\n'); q == "W\n" {
			fmt.Fprintln(conn, "250 g")
		}
	}()
	if got, err := notify.Weigh(l.Addr().String()); err != nil || got != "250 g" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestCount(t *testing.T) {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer pc.Close()
	if err := notify.Count(pc.LocalAddr().String(), "orders"); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 64)
	n, _, err := pc.ReadFrom(b)
	if err != nil || string(b[:n]) != "shop.orders:1|c" {
		t.Errorf("got %q, %v", b[:n], err)
	}
}
