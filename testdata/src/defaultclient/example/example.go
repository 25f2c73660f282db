package example

import "net/http"

func rate(url string) (*http.Response, error) {
	return http.Get(url) // want `http.Get goes through http.DefaultClient`
}
