package hotloop

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/segmentio/kafka-go"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// A deadline on what was accepted says nothing of the accepting.
func idles(l *net.TCPListener, handle func(net.Conn)) {
	for {
		conn, err := l.AcceptTCP() // want `when net.TCPListener.AcceptTCP fails the loop calls it again at once`
		if err != nil {
			log.Print("accept: ", err)
			continue
		}
		if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
			log.Print(err)
		}
		go handle(conn)
	}
}

// The reader waits before it gives a broker's error again, but not its context's.
func records(ctx context.Context, r *kafka.Reader, handle func(kafka.Message)) {
	for {
		m, err := r.FetchMessage(ctx) // want `when its context has ended kafka.Reader.FetchMessage fails at once, for ever, and the loop calls it again`
		if err != nil {
			log.Printf("fetch: %v", err)
			continue
		}
		handle(m)
	}
}

type feed struct {
	web  *http.Client
	from string
}

// The failure jumps over the pause.
func (f *feed) refresh(use func(io.Reader)) {
	for {
		resp, err := f.web.Get(f.from) // want `when http.Client.Get fails the loop comes straight back to it, past its own wait, which only a success reaches`
		if err != nil {
			log.Print(err)
			continue
		}
		use(resp.Body)
		resp.Body.Close()
		time.Sleep(time.Minute)
	}
}

func (f *feed) head() error {
	resp, err := f.web.Head(f.from)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Nor does it reach the ticker, at the end of the round.
func (f *feed) ticks(ctx context.Context, t *time.Ticker) {
	for {
		if err := f.head(); err != nil { // want `when hotloop.feed.head fails the loop comes straight back to it, past its own wait`
			log.Print(err)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// The other side holds the call for as long as it has nothing; when it is away
// nobody does.
func (f *feed) long(use func(io.Reader)) {
	for {
		resp, err := f.web.Get(f.from + "/next") // want `when http.Client.Get fails the loop calls it again at once`
		if err != nil {
			log.Print(err)
			continue
		}
		use(resp.Body)
		resp.Body.Close()
	}
}

// An ended context closes the channel at once, and so does a compaction.
func leases(ctx context.Context, c *clientv3.Client, use func(*clientv3.Event)) {
	for {
		for resp := range c.Watch(ctx, "leases/") { // want `Watch is called again as soon as what it opened has ended`
			for _, e := range resp.Events {
				use(e)
			}
		}
		log.Print("watch closed")
	}
}

type ticker interface {
	Recv() (string, error)
	CloseSend() error
}

type prices interface {
	Follow(ctx context.Context, name string) (ticker, error)
}

func follow(ctx context.Context, p prices, use func(string)) error {
	for {
		stream, err := p.Follow(ctx, "gold") // want `Follow is called again as soon as what it opened has ended`
		if err != nil {
			return err
		}
		for {
			price, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				log.Print(err)
				break
			}
			use(price)
		}
	}
}
