// Package replaced gives the default client a timeout.
package replaced

import (
	"net/http"
	"time"
)

func setup() { http.DefaultClient.Timeout = 5 * time.Second }

func get(u string) { http.Get(u) }
