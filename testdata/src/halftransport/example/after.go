package example

import (
	"net"
	"net/http"
	"time"
)

var catalogueAfter = &http.Client{
	Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
		ResponseHeaderTimeout: 5 * time.Second,
	},
}

func itemsAfter(url string) (*http.Response, error) { return catalogueAfter.Get(url) }
