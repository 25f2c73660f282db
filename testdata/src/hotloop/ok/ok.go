// Package ok survives errors without spinning.
package ok

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"os"
	"time"

	"github.com/segmentio/kafka-go"
)

// Leaves on every error.
func Leaves(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go conn.Close()
	}
}

// Sleeps after an error, as net/http does.
func Sleeps(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return err
			}
			time.Sleep(5 * time.Millisecond)
			continue
		}
		go conn.Close()
	}
}

func handleAcceptError(ctx context.Context, err error, delay *time.Duration) {
	*delay = min(2*max(*delay, time.Millisecond), time.Second)
	log.Print(err)
	select {
	case <-ctx.Done():
	case <-time.After(*delay):
	}
}

// Helped: the wait is in a helper that keeps the delay.
func Helped(ctx context.Context, l net.Listener) {
	var delay time.Duration
	for ctx.Err() == nil {
		conn, err := l.Accept()
		if err != nil {
			handleAcceptError(ctx, err, &delay)
			continue
		}
		delay = 0
		go conn.Close()
	}
}

// Lines parses; a bad one is skipped.
func Lines(s *bufio.Scanner, handle func(map[string]any)) {
	for s.Scan() {
		var m map[string]any
		if err := json.Unmarshal(s.Bytes(), &m); err != nil {
			log.Print(err)
			continue
		}
		handle(m)
	}
}

type store interface {
	Get(ctx context.Context, key string) (string, error)
}

// Keys: each has its call.
func Keys(ctx context.Context, s store, keys []string) (values []string) {
	for _, key := range keys {
		v, err := s.Get(ctx, key)
		if err != nil {
			log.Print(err)
			continue
		}
		values = append(values, v)
	}
	return values
}

// Ticks: the ticker is the wait.
func Ticks(ctx context.Context, s store, t *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if _, err := s.Get(ctx, "a"); err != nil {
			log.Print(err)
		}
	}
}

// Jobs: the channel is the wait.
func Jobs(ctx context.Context, s store, jobs <-chan string) {
	for job := range jobs {
		if _, err := s.Get(ctx, job); err != nil {
			log.Print(err)
			continue
		}
	}
}

// Timed: the read ends by itself.
func Timed(c *net.UDPConn, b []byte, handle func([]byte)) error {
	for {
		if err := c.SetReadDeadline(time.Now().Add(250 * time.Millisecond)); err != nil {
			return err
		}
		n, err := c.Read(b)
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			continue
		}
		if err != nil {
			return err
		}
		handle(b[:n])
	}
}

type iterator interface {
	Next(ctx context.Context) (string, error)
	Stop()
}

// Items of an iterator that is stopped on an error.
func Items(ctx context.Context, it iterator, done func(error) bool) (last error) {
	for {
		_, err := it.Next(ctx)
		if err != nil {
			it.Stop()
			if done(err) {
				return last
			}
			last = err
			continue
		}
	}
}

type streams interface {
	AcceptStream(ctx context.Context) (string, error)
}

// Graceful goes on under another context.
func Graceful(ctx, closing context.Context, conn streams, handle func(string)) {
	for {
		str, err := conn.AcceptStream(ctx)
		if err != nil {
			if closing.Err() != nil {
				return
			}
			ctx = closing
			continue
		}
		handle(str)
	}
}

type partition interface {
	ReceiveEvents(ctx context.Context, n int) ([]string, error)
}

// Batches: the end of the time is the wait.
func Batches(parent context.Context, p partition, handle func([]string)) error {
	for {
		ctx, cancel := context.WithTimeout(parent, time.Second)
		events, err := p.ReceiveEvents(ctx, 10)
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		handle(events)
	}
}

// Fatal: there is no next round.
func Fatal(l net.Listener, handle func(net.Conn)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go handle(conn)
	}
}

// Count reads a file to its end.
func Count(f *os.File, b []byte) (n int, err error) {
	for {
		c, err := f.Read(b)
		if err != nil && err != io.EOF {
			return n, err
		}
		n += c
		if err == io.EOF {
			return n, nil
		}
	}
}

var errShort = errors.New("short buffer")

// Short drops one packet and waits for the next.
func Short(c net.Conn, b []byte, handle func([]byte)) error {
	for {
		n, err := c.Read(b)
		if errors.Is(err, errShort) {
			log.Print(err)
			continue
		}
		if err != nil {
			return err
		}
		handle(b[:n])
	}
}

// A datagram's error is about that datagram.
func datagrams(conn *net.UDPConn, done chan struct{}, handle func([]byte)) {
	buf := make([]byte, 1500)
	for {
		select {
		case <-done:
			return
		default:
			n, _, err := conn.ReadFromUDP(buf)
			if err != nil {
				continue
			}
			handle(buf[:n])
		}
	}
}

// Ended says so to the loop's condition.
func Ended(ctx context.Context, items <-chan string, handle func(string)) {
	for running := true; running; {
		select {
		case <-ctx.Done():
			running = false
		case item := <-items:
			handle(item)
		}
	}
}

// Forgotten: a nil channel is never ready.
func Forgotten(a, b <-chan int, handle func(int)) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			handle(v)
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			handle(v)
		}
	}
}

// Replaced by another channel.
func Replaced(next func() <-chan int, handle func(int)) {
	for ch := next(); ; {
		v, ok := <-ch
		if !ok {
			ch = next()
			continue
		}
		handle(v)
	}
}

// Works at the default.
func Works(stop <-chan struct{}, work func()) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		work()
	}
}

// Drained: the default leaves the loop.
func Drained(ch <-chan int) {
drain:
	for {
		select {
		case <-ch:
		default:
			break drain
		}
	}
}

type watcher struct {
	dialer net.Dialer
	failed chan error
	pause  time.Duration
}

// Watch waits before it opens again.
func (w *watcher) Watch(ctx context.Context) {
	if w.open(ctx) != nil {
		return
	}
	for {
		select {
		case err := <-w.failed:
			w.rest(err)
			if w.open(ctx) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (w *watcher) rest(err error) {
	var ne net.Error
	if errors.As(err, &ne) && ne.Timeout() {
		time.Sleep(w.pause)
	}
}

func (w *watcher) open(ctx context.Context) error {
	conn, err := w.dialer.DialContext(ctx, "tcp", "store:9000")
	if err != nil {
		return err
	}
	go func() {
		b := make([]byte, 1024)
		_, err := conn.Read(b) // also: bareconn
		w.failed <- err
	}()
	return nil
}

// Open: nobody closes it.
func Open(stop <-chan struct{}, conns chan net.Conn) {
	for {
		select {
		case <-stop:
			return
		case conn, ok := <-conns:
			if !ok {
				continue
			}
			go conn.Close()
		}
	}
}

// Each has its own channel, and there is an end of them.
func Each(ctx context.Context, scripts []chan int) {
	for _, s := range scripts {
		select {
		case <-s:
		case <-ctx.Done():
		}
	}
}

// Checked between two pieces of work.
func Checked(ctx context.Context, keys map[string]int, work func(string)) {
	for k := range keys {
		work(k)
		select {
		case <-ctx.Done():
			return
		default:
		}
	}
}

// Futures: another one each time.
func Futures(next func() context.Context, stop chan int) {
	for {
		select {
		case <-next().Done():
			continue
		case <-stop:
			return
		}
	}
}

// Forwards what it can, or waits for more.
func Forwards(pending chan int, out chan int) {
	var kept []int
	for {
		if len(kept) == 0 {
			v, ok := <-pending
			if !ok {
				return
			}
			kept = append(kept, v)
		}
		select {
		case v, ok := <-pending:
			if !ok {
				continue
			}
			kept = append(kept, v)
		case out <- kept[0]:
			kept = kept[1:]
		}
	}
}

// Messages come from a reader that waits before it gives an error again.
func Messages(ctx context.Context, r *kafka.Reader, out chan<- kafka.Message) {
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			if errors.Is(err, io.EOF) {
				return
			}
			log.Print(err)
			continue
		}
		out <- m
	}
}

// The connection is nil when there is an error: this does not spin, it crashes.
func Named(l net.Listener) {
	for {
		conn, err := l.Accept()
		log.Print(conn.RemoteAddr())
		if err != nil {
			log.Print(err)
			continue
		}
		go conn.Close()
	}
}
