package houseclient

import (
	"database/sql"
	"net/http"
	"time"
)

var shared http.Client // want `http\.Client is declared here with nothing set, past the constructor that the team agreed on; call house\.NewClient or outbound\.NewClient`

type web = http.Client

func literal() *http.Client {
	return &http.Client{Timeout: time.Second} // want `http\.Client is built here, past the constructor`
}

func made() *http.Client {
	c := new(http.Client) // want `http\.Client is built here`
	c.Timeout = time.Second
	return c
}

func alias() any { return web{Timeout: time.Second} } // want `http\.Client is built here`

func several() []*http.Client {
	return []*http.Client{{Timeout: time.Second}} // want `http\.Client is built here`
}

func shortcut(url string) (*http.Response, error) {
	client := http.DefaultClient // want `http\.Client is reached through http\.DefaultClient`
	client.Timeout = time.Second
	return http.Get(url) // want `http\.Client is reached through http\.Get`
}

func serve(h http.Handler) error {
	return http.ListenAndServe(":80", h) // also: bareserver // want `http\.Server is reached through http\.ListenAndServe, past the constructor that the team agreed on; call house\.NewServer`
}

func pool(dsn string) (*sql.DB, error) {
	return sql.Open("mysql", dsn) // want `sql\.DB is built here by sql\.Open, past the constructor that the team agreed on; call house\.Open or lost\.Open`
}

func ignored() *http.Client {
	//timeoutlint:ignore houseclient the test server needs one that follows nothing
	return &http.Client{Timeout: time.Second}
}
