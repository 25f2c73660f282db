package ok

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// Each attempt gets the body anew.
type renewing struct{ next http.RoundTripper }

func (r renewing) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = r.next.RoundTrip(req); err == nil { // also: retryctx
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The body is kept before the first attempt.
type keeping struct{ next http.RoundTripper }

func (k keeping) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	var body []byte
	if req.Body != nil {
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	for range 3 {
		one := req.Clone(req.Context())
		one.Body = io.NopCloser(bytes.NewReader(body))
		if resp, err = k.next.RoundTrip(one); err == nil { // also: retryctx
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Only what has no body is repeated.
type reading struct{ next http.RoundTripper }

func (r reading) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return r.next.RoundTrip(req)
	}
	for range 3 {
		if resp, err = r.next.RoundTrip(req); err == nil { // also: retryctx
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
