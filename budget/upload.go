package budget

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// uploaded is the body of a request, and knows whether it was the caller's fault
// that it could not be sent: it could not be read, or is of another length than
// was said.
type uploaded struct {
	io.ReadCloser
	said   int64 // its length; negative: not said
	read   int64
	closed atomic.Bool // by whoever sends it: what a Read returns then is no fault of the body's
	broken atomic.Bool
}

// upload watches the body of a request, which is our own. It is nil if there is
// none.
func upload(r *http.Request) *uploaded {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	u := &uploaded{ReadCloser: r.Body, said: r.ContentLength}
	if u.said == 0 {
		u.said = -1 // a body of a length that is not known
	}
	r.Body = u
	return u
}

func (u *uploaded) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if u.closed.Load() {
		return n, err
	}
	u.read += int64(n)
	switch {
	case u.said >= 0 && u.read > u.said, errors.Is(err, io.EOF) && u.said >= 0 && u.read < u.said:
		u.broken.Store(true)
	case err != nil && !errors.Is(err, io.EOF):
		u.broken.Store(true)
	}
	return n, err
}

func (u *uploaded) Close() error {
	u.closed.Store(true)
	return u.ReadCloser.Close()
}

// failed reports whether the body is why a request was not sent.
func (u *uploaded) failed() bool { return u != nil && u.broken.Load() }
