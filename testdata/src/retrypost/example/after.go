package example

import (
	"bytes"
	"net/http"
	"time"
)

func payOnce(client *http.Client, order []byte, key string) error {
	var err error
	for range 3 {
		req, _ := http.NewRequest(http.MethodPost, "http://bank/payments", bytes.NewReader(order))
		req.Header.Set("Idempotency-Key", key)
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
