package defaultclient

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

func helpers(u string) {
	http.Get(u)                                        // want `http.Get goes through http.DefaultClient`
	http.Head(u)                                       // want `http.Head goes through http.DefaultClient`
	http.Post(u, "text/plain", strings.NewReader("x")) // want `http.Post goes through http.DefaultClient`
	http.PostForm(u, url.Values{})                     // want `http.PostForm goes through http.DefaultClient`
}

func do(u string) error {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `this request carries no deadline \(http.NewRequest\)`
	return err
}

func background(u string) error {
	req, err := http.NewRequestWithContext(context.Background(), "GET", u, nil)
	if err != nil {
		return err
	}
	c := http.DefaultClient
	_, err = c.Do(req) // want `this request carries no deadline \(context.Background\)`
	return err
}

func method(u string) {
	http.DefaultClient.Get(u) // want `this request carries no deadline \(http.Client.Get\)`
}
