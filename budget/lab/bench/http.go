package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// httpClient is the clients' side with package budget in front.
type httpClient struct {
	client     *http.Client
	dependency *budget.Dependency
	base       *http.Transport
	sent       atomic.Int64
	over       context.Context // ends with the run
	end        context.CancelFunc
}

func newHTTPClient(p budget.Policy, dial Dialer) (*httpClient, error) {
	d, err := budget.New("stand", p)
	if err != nil {
		return nil, err
	}
	h := &httpClient{dependency: d}
	h.base = &http.Transport{
		DialContext:         func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) },
		MaxIdleConnsPerHost: 100,
	}
	h.client = &http.Client{Transport: d.Transport(counted{h.base, &h.sent})}
	h.over, h.end = context.WithCancel(context.Background())
	return h, nil
}

// counted counts the requests that go out.
type counted struct {
	base http.RoundTripper
	n    *atomic.Int64
}

func (c counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return c.base.RoundTrip(r)
}

// get is one operation.
func (c *clients) get() error {
	req, err := http.NewRequestWithContext(c.http.over, http.MethodGet, "http://stand/", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("bench: status %d", resp.StatusCode)
	}
	return nil
}

// read fills in what only the transport and the dependency know.
func (h *httpClient) read(r *Result) {
	r.Calls = int(h.sent.Load())
	r.Timeouts = int(h.dependency.Stats().Timeouts)
}

// close ends what is still under way.
func (h *httpClient) close() {
	h.end()
	h.base.CloseIdleConnections()
}

// serveHTTP takes HTTP from l with budget's server. Every request becomes a job
// like any other; what its middleware adds is that the server knows when nobody
// waits any more, and a job whose time has come asks.
func (s *server) serveHTTP(l net.Listener, o budget.ServerOptions) {
	srv := &http.Server{Handler: budget.Middleware(o)(http.HandlerFunc(s.handle)), ReadHeaderTimeout: time.Second}
	s.done.Go(func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			_ = srv.Close() // l was closed: the run is over
		}
	})
}

// handle queues a job and waits for it as long as its client does.
func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	ended := make(chan bool, 1)
	accepted := s.accept(job{
		expired: func() bool { return r.Context().Err() != nil },
		answer:  func() { ended <- true },
		discard: func() { ended <- false },
	})
	if !accepted {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	select {
	case ok := <-ended:
		if !ok {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	case <-r.Context().Done():
		w.WriteHeader(http.StatusGatewayTimeout)
	}
}
