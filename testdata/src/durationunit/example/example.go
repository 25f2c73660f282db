package example

import (
	"net/http"
	"time"
)

type Config struct {
	TimeoutSec int
}

func New(cfg Config) (*http.Client, *http.Server) {
	client := &http.Client{
		Timeout: time.Duration(cfg.TimeoutSec), // want `time.Duration\(cfg.TimeoutSec\) takes cfg.TimeoutSec as nanoseconds although its name says seconds: multiply by time.Second`
	}
	server := &http.Server{
		ReadHeaderTimeout: 10, // want `http.Server.ReadHeaderTimeout is 10ns: 10 has no unit, write it as 10 \* time.Second or in the unit that is meant`
	}
	return client, server
}
