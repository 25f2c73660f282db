package retrybackoff

import (
	"database/sql"
	"net"
	"net/http"
)

func counted(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 5; i++ { // want `http.Client.Do is made again at once when it fails, 5 times: a dependency that is down or full gets 5 times the load`
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func dial(addr string, max int) (conn net.Conn, err error) {
	for n := 0; n < max; n++ { // want `net.Dial is made again at once when it fails, as often as its counter lets it`
		if conn, err = net.Dial("tcp", addr); err == nil {
			break
		}
	}
	return conn, err
}

// A wait on another way is no wait on this one.
func elsewhere(db *sql.DB, wait chan struct{}) error {
	for i := 0; i < 4; i++ { // want `sql.DB.Ping is made again at once when it fails, 4 times`
		if err := db.Ping(); err != nil {
			continue
		}
		if _, err := db.Exec("set x = 1"); err != nil {
			<-wait
			continue
		}
		return nil
	}
	return nil
}

// also needs no error: the status sends it back.
func status(client *http.Client, url string) (*http.Response, error) {
	for { // want `http.Client.Get is made again at once when it fails, without a limit`
		resp, err := client.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
	}
}

func recursive(url string, left int) (*http.Response, error) {
	resp, err := http.Head(url) // also: defaultclient
	if err != nil && left > 0 {
		return recursive(url, left-1) // want `http.Head is made again at once when it fails, as often as its counter lets it`
	}
	return resp, err
}
