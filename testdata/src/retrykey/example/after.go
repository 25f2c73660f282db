package example

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

func chargeOnce(client *http.Client, url string) error {
	var err error
	key := uuid.NewString()
	for range 3 {
		req, _ := http.NewRequest(http.MethodPost, url, nil)
		req.Header.Set("Idempotency-Key", key)
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
