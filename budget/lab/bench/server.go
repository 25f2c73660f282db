package bench

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"time"
)

// A job is one accepted request.
type job struct {
	expired func() bool // nobody waits any more, as far as the server was told
	answer  func()
	discard func() // without an answer, when the stand is cleared
}

// server is the dependency: an unbounded queue in front of a few workers.
type server struct {
	stand Stand
	start time.Time
	done  sync.WaitGroup

	mu       sync.Mutex
	arrived  *sync.Cond
	queue    []job
	closed   bool
	inFlight int
	result   Result // the server's half
}

func newServer(s Stand, start time.Time) *server {
	srv := &server{stand: s, start: start}
	srv.arrived = sync.NewCond(&srv.mu)
	return srv
}

// startWorkers starts the workers; they work until close.
func (s *server) startWorkers() {
	for range s.stand.Workers {
		s.done.Go(s.work)
	}
}

// serveLines takes the stand's own protocol from l until l is closed.
func (s *server) serveLines(l net.Listener) {
	s.done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.done.Go(func() { s.receive(conn) })
		}
	})
}

// receive reads one request, a line "left N" with how many nanoseconds the
// client will wait or 0 when it does not say, and puts it in the queue.
func (s *server) receive(conn net.Conn) {
	line, err := bufio.NewReader(conn).ReadString('\n')
	var left time.Duration
	if err == nil {
		_, err = fmt.Sscanf(line, "left %d\n", &left)
	}
	if err != nil {
		_ = conn.Close()
		return
	}
	expires := time.Now().Add(left)
	accepted := s.accept(job{
		expired: func() bool { return left > 0 && !time.Now().Before(expires) },
		answer: func() {
			_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = conn.Write([]byte("ok\n"))
			_ = conn.Close()
		},
		discard: func() { _ = conn.Close() },
	})
	if !accepted {
		_ = conn.Close()
	}
}

// accept puts j in the queue; after close it does not.
func (s *server) accept(j job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.queue = append(s.queue, j)
	s.inFlight++
	s.result.MaxInFlight = max(s.result.MaxInFlight, s.inFlight)
	s.arrived.Signal()
	return true
}

// work takes one job after another. It never looks whether the client is still
// there: most servers do not.
func (s *server) work() {
	for {
		j, ok := s.next()
		if !ok {
			return
		}
		if j.expired() {
			s.end(j, &s.result.Dropped)
			continue
		}
		takes := s.stand.Fast
		if time.Since(s.start) < s.stand.Trouble {
			takes = s.stand.Slow
		}
		time.Sleep(takes + s.stand.Overshoot)
		s.end(j, &s.result.Processed)
	}
}

func (s *server) next() (job, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed {
		s.arrived.Wait()
	}
	if s.closed {
		return job{}, false
	}
	j := s.queue[0]
	s.queue = s.queue[1:]
	return j, true
}

// end counts j in the given column and answers it.
func (s *server) end(j job, column *int) {
	s.mu.Lock()
	s.inFlight--
	*column++
	s.mu.Unlock()
	j.answer()
}

// read returns the server's half of the result as of now.
func (s *server) read() Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.result
	r.Unfinished = s.inFlight
	return r
}

// close drops what is queued, and waits for the workers and connections. The
// listener is closed by the caller before.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	for _, j := range s.queue {
		j.discard()
	}
	s.queue = nil
	s.arrived.Broadcast()
	s.mu.Unlock()
	s.done.Wait()
}
