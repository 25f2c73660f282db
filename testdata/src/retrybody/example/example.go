package example

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

func update(client *http.Client, item any) error {
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(item); err != nil {
		return err
	}
	var err error
	for range 3 {
		var resp *http.Response
		resp, err = client.Post("http://store/update", "application/json", &body) // want `each attempt makes its request of the same reader \(\*bytes.Buffer\), which the first one empties: every later attempt sends an empty body; keep the bytes and make a new reader for each attempt`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
