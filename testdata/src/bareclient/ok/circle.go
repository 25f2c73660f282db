package ok

import (
	"net/http"
	"time"
)

// Two clients copied into each other and back.
func swap(url string) {
	a := http.Client{Timeout: time.Second}
	b := http.Client{Timeout: time.Minute}
	a, b = b, a
	a.Get(url)
	b.Get(url)
}
