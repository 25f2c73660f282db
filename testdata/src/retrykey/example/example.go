package example

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

func charge(client *http.Client, url string) error {
	var err error
	for range 3 {
		req, _ := http.NewRequest(http.MethodPost, url, nil)
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want `Idempotency-Key is made anew for every attempt \(uuid\.NewString\), 3 times: to the server each one is another request, and a lost answer is done twice; make it once, before the first attempt`
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
