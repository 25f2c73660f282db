package bareclient

import "github.com/hashicorp/go-retryablehttp"

// What retries has no limit for one try unless its HTTPClient has one.
func retried(url string) {
	c := retryablehttp.NewClient()
	c.StandardClient().Get(url) // want `the http.Client that go-retryablehttp.Client.StandardClient returns has no Timeout`
}
