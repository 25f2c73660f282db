package retrykey

import (
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

func pay(client *http.Client, text string) (err error) {
	for range 3 {
		req, err := http.NewRequest("POST", "http://bank/payments", strings.NewReader(text))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want `Idempotency-Key is made anew for every attempt \(uuid\.NewString\), 3 times: to the server each one is another request, and a lost answer is done twice; make it once, before the first attempt`
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

type input struct {
	ClientToken string
	Amount      int
}

func field(send func(*input) error) (err error) {
	for attempt := range 5 {
		in := &input{Amount: 5}
		in.ClientToken = uuid.NewString() // want `ClientToken is made anew for every attempt`
		if err = send(in); err == nil {
			return nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return err
}

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func helped(client *http.Client, url string) error {
	return retry(func() error {
		req, err := http.NewRequest("POST", url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want `Idempotency-Key is made anew for every attempt`
		_, err = client.Do(req)
		return err
	})
}

func moved(client *http.Client, text string) (err error) {
	var resp *http.Response
again:
	for range 3 {
		key := uuid.NewString() // want `Idempotency-Key is made anew for every attempt`
		req, err := http.NewRequest("POST", "http://bank/payments", strings.NewReader(text))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
		continue again
	}
	return err
}

// ofAttempt: what the key is made of belongs to the attempt.
func ofAttempt(client *http.Client, text string) (err error) {
	for attempt := range 3 {
		req, err := http.NewRequest("POST", "http://bank/payments", strings.NewReader(text))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", newID(attempt)) // want `Idempotency-Key is made anew for every attempt`
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func newID(int) string { return uuid.NewString() }
