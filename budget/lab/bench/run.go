package bench

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Run runs v on the stand s and returns what was read at the end. It takes
// s.Length and, until every goroutine is gone, at most the longest attempt and
// job more. It closes l. It fails only on a policy that makes no sense.
func Run(s Stand, v Variant, l net.Listener, dial Dialer) (Result, error) {
	start := time.Now()
	srv := newServer(s, start)
	srv.startWorkers()
	c := &clients{stand: s, variant: v, dial: dial, end: start.Add(s.Length), tokens: v.RetryBurst}
	if v.Policy == nil {
		srv.serveLines(l)
	} else {
		var err error
		if c.http, err = newHTTPClient(v.Policy(), dial); err != nil {
			_ = l.Close()
			srv.close()
			return Result{}, err
		}
		var o budget.ServerOptions
		if v.Server != nil {
			o = v.Server()
		}
		srv.serveHTTP(l, o)
	}

	var demand sync.WaitGroup
	if s.Rate > 0 {
		rng := rand.New(rand.NewPCG(s.Seed, 0))
		demand.Go(func() { c.arrive(&demand, rng) })
	} else {
		for i := range s.Clients {
			rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
			demand.Go(func() { c.loop(rng) })
		}
	}

	series := watch(s, start, srv, c)
	result := join(srv.read(), c.read())
	result.Series = series

	if c.http != nil {
		c.http.close()
	}
	demand.Wait()
	_ = l.Close()
	srv.close()
	return result, nil
}

// watch takes a sample now and then until the run is over.
func watch(s Stand, start time.Time, srv *server, c *clients) []Point {
	var series []Point
	for at := time.Duration(0); ; at += s.Sample {
		at = min(at, s.Length)
		time.Sleep(time.Until(start.Add(at)))
		series = append(series, Point{At: at, InFlight: srv.read().Unfinished, OK: c.read().OK})
		if at == s.Length {
			return series
		}
	}
}

// join puts the halves of the server and of the clients together.
func join(server, clients Result) Result {
	clients.Processed = server.Processed
	clients.Dropped = server.Dropped
	clients.MaxInFlight = server.MaxInFlight
	clients.Unfinished = server.Unfinished
	return clients
}
