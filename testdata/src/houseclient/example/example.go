package example

import (
	"net/http"
	"time"
)

func newBank() *http.Client {
	return &http.Client{Timeout: 5 * time.Second} // want `http\.Client is built here, past the constructor that the team agreed on; call house\.NewClient or outbound\.NewClient`
}
