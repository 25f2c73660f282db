// Package ok sends the whole body each time.
package ok

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func send(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// Renewed: the copy that net/http keeps is taken before each attempt.
func Renewed(client *http.Client, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest("PUT", "http://store/object", bytes.NewBuffer(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// RenewedIn a helper that is given the request.
func RenewedIn(client *http.Client, data []byte) (err error) {
	req, err := http.NewRequest("PUT", "http://store/object", bytes.NewBuffer(data))
	if err != nil {
		return err
	}
	for range 3 {
		if err = renewAndSend(client, req); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

func renewAndSend(client *http.Client, req *http.Request) (err error) {
	if req.Body, err = req.GetBody(); err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Drained: only a status is repeated, and its connection is used again, for
// which net/http takes its copy.
func Drained(client *http.Client, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest("PUT", "http://store/object", bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = client.Do(req); err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.Sleep(time.Millisecond)
	}
	return nil, errors.New("busy")
}

// Perhaps there is a body.
func Perhaps(client *http.Client, method string, body io.Reader) (resp *http.Response, err error) {
	req, err := http.NewRequest(method, "http://store/object", body)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// Anew for each attempt.
func Anew(client *http.Client, text string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Post("http://store/update", "text/plain", strings.NewReader(text)); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// Rewound before each attempt.
func Rewound(client *http.Client, f *os.File) (resp *http.Response, err error) {
	for range 3 {
		if _, err = f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		if resp, err = client.Post("http://store/update", "text/plain", f); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// GetBody is set.
func GetBody(client *http.Client, open func() (io.ReadCloser, error)) (resp *http.Response, err error) {
	body, err := open()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest("PUT", "http://store/object", body)
	if err != nil {
		return nil, err
	}
	req.GetBody = open
	for range 3 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// None: nothing to read.
func None(client *http.Client) (resp *http.Response, err error) {
	req, err := http.NewRequest("GET", "http://store/object", nil)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// Each element has its own.
func Each(client *http.Client, files []*os.File) error {
	for _, f := range files {
		if _, err := client.Post("http://store/update", "text/plain", f); err != nil {
			return err
		}
	}
	return nil
}
