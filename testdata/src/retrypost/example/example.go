package example

import (
	"bytes"
	"net/http"
	"time"
)

func pay(client *http.Client, order []byte) error {
	var err error
	for range 3 {
		var resp *http.Response
		resp, err = client.Post("http://bank/payments", "application/json", bytes.NewReader(order)) // want `a POST is sent again after any error, 3 times, without an idempotency key: when only the answer was lost the server does it twice; set an Idempotency-Key made before the first attempt, or repeat only what was certainly not sent`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
