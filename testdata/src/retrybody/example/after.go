package example

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

func updateWhole(client *http.Client, item any) error {
	data, err := json.Marshal(item)
	if err != nil {
		return err
	}
	for range 3 {
		var resp *http.Response
		resp, err = client.Post("http://store/update", "application/json", bytes.NewReader(data))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
