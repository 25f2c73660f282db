package retrybody

import (
	"bytes"
	"io"
	"net/http"
	"os"
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
