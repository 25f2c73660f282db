// Package wired makes its keys in helpers, in bodies, and of the time.
package wired

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

var client = &http.Client{Timeout: time.Second}

// The helper that builds the request makes the key.
func build(text string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, "http://bank/payments", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want `Idempotency-Key is made anew for every attempt \(uuid\.NewString\), 3 times`
	return req, nil
}

func pay(text string) (err error) {
	for range 3 {
		req, err := build(text)
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The function that is repeated makes it, of random bytes.
func transfer(text string) error {
	raw := make([]byte, 16)
	if _, err := rand.Read(raw); err != nil { // want `Idempotency-Key is made anew for every attempt \(rand\.Read\), 4 times`
		return err
	}
	req, err := http.NewRequest(http.MethodPost, "http://bank/transfers", strings.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", hex.EncodeToString(raw))
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func transfers(text string) error {
	return retry.Do(func() error { return transfer(text) }, retry.Attempts(4))
}

type charge struct {
	Cents          int
	IdempotencyKey string
}

// It is in the body, and made of the time.
func inBody(account string) error {
	return retry.Do(func() error {
		text, err := json.Marshal(charge{10, fmt.Sprintf("%s-%d", account, time.Now().UnixNano())}) // want `IdempotencyKey is made anew for every attempt \(time\.Now\), 3 times`
		if err != nil {
			return err
		}
		resp, err := client.Post("http://bank/charges", "application/json", bytes.NewReader(text))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3))
}

// In a map.
func inMap() (err error) {
	for range 3 {
		text, err := json.Marshal(map[string]any{"cents": 10, "idempotency_key": uuid.NewString()}) // want `idempotency_key is made anew`
		if err != nil {
			return err
		}
		resp, err := client.Post("http://bank/charges", "application/json", bytes.NewReader(text))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The key is an argument, made in the call.
func send(text, key string) error {
	req, err := http.NewRequest(http.MethodPost, "http://bank/payments", strings.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func argument(text string) (err error) {
	for range 3 {
		if err = send(text, uuid.NewString()); err == nil { // want `Idempotency-Key is made anew`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
