// Package ok has settings that somebody may set.
package ok

import (
	"encoding/json"
	"flag"
	"net/http"
	"time"
)

// Config is for others to fill.
type Config struct{ Timeout time.Duration }

func open(c Config) *http.Client { return &http.Client{Timeout: c.Timeout} }

type tagged struct {
	timeout time.Duration `env:"TIMEOUT"`
}

func fromTags() *http.Client {
	c := &tagged{}
	return &http.Client{Timeout: c.timeout}
}

type decoded struct{ timeout time.Duration }

func fromFile(b []byte) (*http.Client, error) {
	c := &decoded{}
	if err := json.Unmarshal(b, c); err != nil {
		return nil, err
	}
	return &http.Client{Timeout: c.timeout}, nil
}

type flags struct{ timeout time.Duration }

func fromFlags() *http.Client {
	c := &flags{}
	flag.DurationVar(&c.timeout, "timeout", 0, "")
	return &http.Client{Timeout: c.timeout}
}

type set struct{ timeout time.Duration }

func fromCode() *http.Client {
	c := &set{}
	c.timeout = 5 * time.Second
	return &http.Client{Timeout: c.timeout}
}

type guarded struct{ timeout time.Duration }

func fromDefault(c *guarded) *http.Client {
	hc := &http.Client{Timeout: 5 * time.Second}
	if c.timeout > 0 {
		hc.Timeout = c.timeout
	}
	return hc
}

func useGuarded() *http.Client { return fromDefault(&guarded{}) }

type outer struct{ inner inner }

type inner struct{ timeout time.Duration }

func nested(b []byte) *http.Client {
	o := &outer{}
	_ = json.Unmarshal(b, o)
	return &http.Client{Timeout: o.inner.timeout}
}
