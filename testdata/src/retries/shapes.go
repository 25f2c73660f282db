// Package retries holds one loop of every shape, each labelled with what the
// pass must make of it.
package retries

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

var errTemporary = errors.New("temporary")

type remote interface {
	Call(ctx context.Context, name string) error
	Get(ctx context.Context, name string) (string, error)
	Page(ctx context.Context, token string) (items []string, next string, err error)
}

// for i < n with break on success.
func counted(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ { // loop: retry cap=counter attempts=3 wait=none
		resp, err = client.Do(req)
		if err == nil {
			break
		}
	}
	return resp, err
}

// return on success, sleep at the end.
func sleeps(url string) error {
	var last error
	for range 5 { // loop: retry cap=counter attempts=5 wait=100ms random=fixed
		resp, err := http.Get(url)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
		time.Sleep(100 * time.Millisecond)
	}
	return last
}

// for {} with continue.
func forever(addr string) net.Conn {
	for { // loop: retry cap=none wait=1s ctx=no
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return conn
	}
}

// the error is the condition of the loop.
func whileErr(ctx context.Context, r remote) error {
	err := r.Call(ctx, "a")
	for err != nil { // loop: retry cap=none wait=none
		err = r.Call(ctx, "a")
	}
	return err
}

// for err := f(); err != nil && n < max; err = f()
func clause(f func() error) error {
	n := 0
	var err error
	for err = f(); err != nil; err = f() { // loop: retry cap=counter attempts=10
		n++
		if n >= 10 {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

// a flag set in the error branch.
func flag(ctx context.Context, r remote) error {
	for i := 0; i < 4; i++ { // loop: retry cap=counter attempts=4 wait=none
		again := false
		err := r.Call(ctx, "a")
		if err != nil && errors.Is(err, errTemporary) {
			again = true
		}
		if !again {
			return err
		}
	}
	return errTemporary
}

// goto.
func jump(ctx context.Context, r remote, until time.Time) error {
TRY:
	err := r.Call(ctx, "a") // loop: retry cap=clock wait=10ms
	if err == nil {
		return nil
	}
	if time.Now().After(until) {
		return err
	}
	time.Sleep(10 * time.Millisecond)
	goto TRY
}

// a timer and the context in a select.
func polite(ctx context.Context, r remote) error {
	delay := 50 * time.Millisecond
	for { // loop: retry cap=none wait=50ms growth=doubles clamped=true ctx=listens
		err := r.Call(ctx, "a")
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
		delay = min(2*delay, time.Minute)
	}
}

// the deadline of the loop is a context of its own.
func own(parent context.Context, r remote) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	for ctx.Err() == nil { // loop: retry cap=deadline ctx=listens
		if err := r.Call(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// a timer made before the loop.
func until(r remote) error {
	deadline := time.After(time.Minute)
	for { // loop: retry cap=clock wait=1s
		if err := r.Call(context.Background(), "a"); err == nil {
			return nil
		}
		select {
		case <-deadline:
			return errTemporary
		case <-time.After(time.Second):
		}
	}
}

// jitter, full.
func jittered(r remote) (err error) {
	for i := range 6 { // loop: retry cap=counter attempts=6 random=jittered growth=shift
		if err = r.Call(context.Background(), "a"); err == nil {
			return nil
		}
		time.Sleep(rand.N(100 * time.Millisecond << i))
	}
	return err
}

// a shift that nothing holds.
func shifted(r remote) (err error) {
	for i := 0; ; i++ { // loop: retry cap=none growth=shift clamped=false
		if err = r.Call(context.Background(), "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
}

// math.Pow before the clamp.
func powered(r remote) (err error) {
	for i := 0; i < 20; i++ { // loop: retry cap=counter attempts=20 growth=power late=true
		if err = r.Call(context.Background(), "a"); err == nil {
			return nil
		}
		d := time.Duration(math.Pow(2, float64(i))) * time.Second
		if d > time.Minute {
			d = time.Minute
		}
		time.Sleep(d)
	}
	return err
}

// the answer's status sends it back.
func status(client *http.Client, req *http.Request) (*http.Response, error) {
	for { // loop: retry cap=none status=true wait=5s
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			resp.Body.Close()
			time.Sleep(5 * time.Second)
			continue
		}
		return resp, nil
	}
}

// the wait is at the head, but not the first time.
func waitFirst(ctx context.Context, r remote) (err error) {
	for i := 0; i < 3; i++ { // loop: retry cap=counter attempts=3 wait=1s
		if i > 0 {
			time.Sleep(time.Second)
		}
		if err = r.Call(ctx, "a"); err == nil {
			return nil
		}
	}
	return err
}

// two calls, both tried again.
func twoCalls(ctx context.Context, r remote) error {
	for attempt := 1; attempt <= 5; attempt++ { // loop: retry cap=counter attempts=5 calls=2
		v, err := r.Get(ctx, "a")
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if err := r.Call(ctx, v); err != nil {
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errTemporary
}

// wrapped errors are still that call's.
func wrapped(ctx context.Context, r remote) (err error) {
	for i := 0; i < 3; i++ { // loop: retry attempts=3
		v, e := r.Get(ctx, "a")
		if e != nil {
			err = fmt.Errorf("get %s: %w", v, e)
		} else {
			err = nil
		}
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// self-recursion on the failure path.
func recursive(ctx context.Context, r remote, retries int) error {
	err := r.Call(ctx, "a")
	if err != nil && retries > 0 {
		time.Sleep(time.Second)
		return recursive(ctx, r, retries-1) // loop: retry form=recursion cap=counter wait=1s
	}
	return err
}

// the function begins with the wait.
func recursiveLate(ctx context.Context, r remote, retries int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
	}
	if err := r.Call(ctx, "a"); err != nil && retries > 0 {
		return recursiveLate(ctx, r, retries-1) // loop: retry form=recursion cap=counter wait=1s ctx=listens
	}
	return nil
}

// the same number is handed on: it never ends.
func recursiveForever(ctx context.Context, r remote, retries int) error {
	err := r.Call(ctx, "a")
	if err != nil {
		if retries <= 0 {
			return err
		}
		return recursiveForever(ctx, r, retries) // loop: retry form=recursion cap=none wait=none
	}
	return nil
}

// an object says when.
type backoff struct{ n int }

func (b *backoff) Ongoing() bool { b.n++; return b.n < 10 }
func (b *backoff) Wait()         { time.Sleep(time.Second) }

func object(ctx context.Context, r remote, b *backoff) (err error) {
	for b.Ongoing() { // loop: retry cap=object wait=some
		if err = r.Call(ctx, "a"); err == nil {
			return nil
		}
		b.Wait()
	}
	return err
}

// a helper waits, and listens.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func helper(ctx context.Context, r remote) error {
	for { // loop: retry cap=none wait=2s ctx=listens
		err := r.Call(ctx, "a")
		if err == nil {
			return nil
		}
		if err := sleep(ctx, 2*time.Second); err != nil {
			return err
		}
	}
}

// the helper says whether to go on.
func decided(run func() (again bool, err error)) error {
	var err error
	left := 5
	for left >= 0 { // loop: retry cap=counter attempts=6 wait=1s
		var again bool
		again, err = run()
		if !again {
			return err
		}
		time.Sleep(time.Second)
		left--
	}
	return err
}

// ---- what only looks like it ----

// each element has its call.
func iteration(ctx context.Context, r remote, names []string) {
	for _, name := range names { // loop: iteration
		if err := r.Call(ctx, name); err != nil {
			fmt.Println(err)
			continue
		}
	}
}

// an index that moves.
func indexed(ctx context.Context, r remote, names []string) {
	for i := 0; i < len(names); i++ { // loop: iteration
		if err := r.Call(ctx, names[i]); err != nil {
			continue
		}
		fmt.Println(names[i])
	}
}

// the first that works.
func failover(ctx context.Context, r remote, names []string) error {
	for _, name := range names { // loop: failover
		if err := r.Call(ctx, name); err == nil {
			return nil
		}
	}
	return errTemporary
}

// by turns.
func roundRobin(ctx context.Context, r remote, names []string) (err error) {
	for i := 0; i < 10; i++ { // loop: failover
		if err = r.Call(ctx, names[i%len(names)]); err == nil {
			return nil
		}
	}
	return err
}

type pool struct {
	servers []string
	current string
	pause   time.Duration
}

func (p *pool) dial() error {
	c, err := net.Dial("tcp", p.current)
	if err == nil {
		c.Close()
	}
	return err
}

// the first of the pool that answers.
func (p *pool) first() (err error) {
	for i := 0; i < len(p.servers); i++ { // loop: failover
		p.current = p.servers[i]
		if err = p.dial(); err == nil {
			return nil
		}
	}
	return err
}

// the same server, after one pause of several.
func (p *pool) again(pauses []time.Duration) (err error) {
	for i := 0; i < len(pauses); i++ { // loop: retry cap=counter
		p.pause = pauses[i]
		if err = p.dial(); err == nil {
			return nil
		}
		time.Sleep(p.pause)
	}
	return err
}

// the next free port.
func nextPort(port int) net.Listener {
	for { // loop: failover
		l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
		if err == nil {
			return l
		}
		port++
	}
}

// page by page; a failure ends it.
func pages(ctx context.Context, r remote) (all []string, err error) {
	token := ""
	for { // loop: stream
		items, next, err := r.Page(ctx, token)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

// accept.
func accept(l net.Listener) {
	for { // loop: serve wait=none
		conn, err := l.Accept()
		if err != nil {
			fmt.Println(err)
			continue
		}
		go conn.Close()
	}
}

// accept, and out on an error.
func acceptOnce(l net.Listener) error {
	for { // loop: stream
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go conn.Close()
	}
}

// a supervisor.
type service interface {
	Run(ctx context.Context) error
}

func supervise(ctx context.Context, s service) {
	for ctx.Err() == nil { // loop: supervisor wait=5s
		if err := s.Run(ctx); err != nil {
			fmt.Println(err)
		}
		time.Sleep(5 * time.Second)
	}
}

// a ticker's work.
func periodic(ctx context.Context, r remote) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for { // loop: serve wait=1m
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := r.Call(ctx, "a"); err != nil {
				fmt.Println(err)
			}
		}
	}
}

// until the answer is the wanted one.
func poll(ctx context.Context, r remote) error {
	for { // loop: poll wait=1s
		state, err := r.Get(ctx, "a")
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// compare and swap.
func swap(n *atomic.Int64) {
	for { // loop: cas
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

// a conflict: read again, write again.
func optimistic(ctx context.Context, r remote, isConflict func(error) bool) error {
	for { // loop: cas
		v, err := r.Get(ctx, "a")
		if err != nil {
			return err
		}
		err = r.Call(ctx, v)
		if IsConflict(err) {
			continue
		}
		return err
	}
}

// IsConflict tells one error from others.
func IsConflict(err error) bool { return errors.Is(err, errTemporary) }

// a system call again.
func again(fd int, b []byte) (n int, err error) {
	for { // loop: errno
		n, err = syscall.Read(fd, b)
		if err == syscall.EINTR {
			continue
		}
		return n, err
	}
}

// lines of a file.
func lines(f *os.File) (sum int) {
	s := bufio.NewScanner(f)
	for s.Scan() { // loop: iteration|plain|stream|serve
		n, err := strconv.Atoi(s.Text())
		if err != nil {
			continue
		}
		sum += n
	}
	return sum
}

// until EOF.
func drain(r io.Reader, b []byte) error {
	for { // loop: stream
		_, err := r.Read(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// rows of a result.
func rows(db *sql.DB) error {
	rs, err := db.Query("select a from t")
	if err != nil {
		return err
	}
	defer rs.Close()
	for rs.Next() { // loop: stream|plain
		var a string
		if err := rs.Scan(&a); err != nil {
			return err
		}
	}
	return rs.Err()
}

// nothing fails.
func sum(list []int) (n int) {
	for _, x := range list { // loop: plain
		if x > 3 {
			n += x
		}
	}
	return n
}

// messages of a channel.
func consume(ctx context.Context, r remote, jobs chan string) {
	for job := range jobs { // loop: iteration
		if err := r.Call(ctx, job); err != nil {
			fmt.Println(err)
		}
	}
}

// a list that gets shorter.
func queue(ctx context.Context, r remote, names []string) {
	for len(names) > 0 { // loop: iteration
		name := names[0]
		names = names[1:]
		if err := r.Call(ctx, name); err != nil {
			fmt.Println(err)
		}
	}
}
