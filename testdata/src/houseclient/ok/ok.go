// Package ok has what only looks like building a client.
package ok

import (
	"database/sql"
	"houseclient/house"
	"net/http"
	"time"
)

var none *http.Client

type service struct {
	client  *http.Client
	inPlace http.Client
	all     map[string]*http.Client
	conn    *sql.Conn
}

func newService() *service {
	c := house.NewClient()
	return &service{client: c, all: map[string]*http.Client{"batch": house.NewPatientClient()}}
}

func copied(c *http.Client) *http.Client {
	other := *c
	other.Timeout = time.Second
	return &other
}

// A transport, a request and a mux are no clients.
func parts() (*http.Transport, *http.ServeMux) {
	return &http.Transport{ResponseHeaderTimeout: time.Second}, http.NewServeMux()
}

func fromElsewhere(make func() *http.Client) *http.Client { return make() }

// Get is somebody else's.
func Get(string) error { return nil }

func use() error { return Get("x") }
