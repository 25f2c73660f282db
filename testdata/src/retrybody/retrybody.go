package retrybody

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func file(client *http.Client, f *os.File) (*http.Response, error) {
	req, err := http.NewRequest("PUT", "http://store/object", f)
	if err != nil {
		return nil, err
	}
	var resp *http.Response
	for range 3 {
		if resp, err = client.Do(req); err == nil { // want `the request is made once and sent in each attempt, and net/http cannot read its body \(\*os.File\) a second time`
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

func reader(client *http.Client, data []byte) (resp *http.Response, err error) {
	body := bytes.NewReader(data)
	for range 3 {
		req, err := http.NewRequest("PUT", "http://store/object", body)
		if err != nil {
			return nil, err
		}
		if resp, err = client.Do(req); err == nil { // want `each attempt makes its request of the same reader \(\*bytes.Reader\), which the first one empties: every later attempt sends an empty body`
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

func param(client *http.Client, body io.Reader) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Post("http://store/update", "text/plain", body); err == nil { // want `each attempt makes its request of the same reader \(io.Reader\)`
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// copied: the copy that net/http keeps is for a connection that is still open.
func copied(client *http.Client, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest("PUT", "http://store/object", bytes.NewBuffer(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = client.Do(req); err == nil { // want `when an attempt fails after its body was sent, the next one fails before it is sent \(ContentLength=… with Body length 0\), since the first has read the bytes.Buffer to its end; set req.Body from req.GetBody\(\) before each attempt`
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// throttled: each answer stays open until the function ends.
func throttled(ctx context.Context, client *http.Client, method, text string) error {
	var body io.Reader
	if method != http.MethodGet {
		body = strings.NewReader(text)
	}
	req, err := http.NewRequest(method, "http://store/object", body)
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	for wait := time.Second; wait < time.Hour; wait *= 2 {
		resp, err := client.Do(req) // want `while the answer is not read and closed, so that its connection cannot be used again, the next one fails before it is sent`
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != 429 {
			return nil
		}
		select {
		case <-time.After(wait): // also: retryjitter
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.New("busy")
}

// handed to a method that only sends it.
func (s *store) handed(f *os.File) (err error) {
	req, err := http.NewRequest("PUT", "http://store/object", f) // want `net/http cannot read its body \(\*os.File\) a second time`
	if err != nil {
		return err
	}
	for range 3 {
		if err = s.send(req); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

type store struct{ http *http.Client }

func (s *store) send(req *http.Request) error {
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// posted: whoever posts has a body.
func posted(client *http.Client, body io.Reader) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPost, "http://store/search", body)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = client.Do(req); err == nil { // want `its body is a reader \(io.Reader\) that the first one empties`
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}
