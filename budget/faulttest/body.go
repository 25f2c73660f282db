package faulttest

import (
	"context"
	"errors"
	"io"
	"sync"
)

// errBodyClosed is what a read gets that was waiting in a stalled body when
// another goroutine closed it.
var errBodyClosed = errors.New("faulttest: read on closed body")

// faultyBody delivers the first left bytes of a body and then stalls or breaks.
type faultyBody struct {
	ctx    context.Context // the request's: net/http ends a body's reads with it too
	body   io.ReadCloser
	left   int64
	fault  BodyFault
	once   sync.Once
	closed chan struct{}
}

func newFaultyBody(ctx context.Context, body io.ReadCloser, f Fault) *faultyBody {
	return &faultyBody{ctx: ctx, body: body, left: max(f.BodyAfter, 0), fault: f.Body, closed: make(chan struct{})}
}

func (b *faultyBody) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if b.left <= 0 {
		return 0, b.fail()
	}
	n, err := b.body.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err == io.EOF {
		// Shorter than BodyAfter: the fault still comes, instead of the end.
		b.left, err = 0, nil
		if n == 0 {
			err = b.fail()
		}
	}
	return n, err
}

func (b *faultyBody) fail() error {
	if b.fault == BodyCut {
		return io.ErrUnexpectedEOF
	}
	select {
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	case <-b.closed:
		return errBodyClosed
	}
}

func (b *faultyBody) Close() error {
	b.once.Do(func() { close(b.closed) })
	return b.body.Close()
}
