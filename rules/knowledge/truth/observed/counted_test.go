package observed

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	azruntime "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	redis8 "github.com/go-redis/redis/v8"
	restyv2 "github.com/go-resty/resty/v2"
	"github.com/gojek/heimdall/v7/httpclient"
	"github.com/hashicorp/go-cleanhttp"
	"github.com/hashicorp/go-retryablehttp"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/valyala/fasthttp"
	restyv3 "resty.dev/v3"
)

var (
	tryRestyV2 attempts = func(n int, f func() error) error {
		c := restyv2.NewWithClient(&http.Client{Transport: trip{f}}).SetRetryCount(n).SetRetryWaitTime(1).SetRetryMaxWaitTime(1)
		_, err := c.R().Post("http://example.com")
		return err
	}
	tryRestyV3 attempts = func(n int, f func() error) error {
		c := restyv3.NewWithClient(&http.Client{Transport: trip{f}}).SetRetryCount(n).SetRetryWaitTime(1).SetRetryMaxWaitTime(1)
		_, err := c.R().Get("http://example.com")
		return err
	}
	tryRetryable attempts = func(n int, f func() error) error {
		c := quick(f)
		c.RetryMax = n
		res, err := c.Post("http://example.com", "", nil)
		discard(res, err)
		return err
	}
	tryHeimdall attempts = func(n int, f func() error) error {
		c := httpclient.NewClient(httpclient.WithHTTPClient(&http.Client{Transport: trip{f}}), httpclient.WithRetryCount(n))
		res, err := c.Get("http://example.com", nil)
		discard(res, err)
		return err
	}
	tryAzure attempts = func(n int, f func() error) error {
		p := azruntime.NewPipeline("", "", azruntime.PipelineOptions{}, &policy.ClientOptions{
			Transport: trip{f}, Retry: policy.RetryOptions{MaxRetries: int32(n), RetryDelay: 1, MaxRetryDelay: 1},
		})
		req, err := azruntime.NewRequest(context.Background(), http.MethodPost, "http://example.com")
		if err != nil {
			return err
		}
		_, err = p.Do(req)
		return err
	}
	tryFastHTTP attempts = func(n int, f func() error) error {
		c := &fasthttp.Client{MaxIdemponentCallAttempts: n, Dial: func(string) (net.Conn, error) { return broken{f: f}, nil }}
		_, _, err := c.Get(nil, "http://example.com")
		return err
	}
	tryRedis9 attempts = func(n int, f func() error) error {
		c := redis9.NewClient(&redis9.Options{MaxRetries: n, MinRetryBackoff: 1, MaxRetryBackoff: 1, DialerRetries: 1, Protocol: 2, DisableIdentity: true, Dialer: func(context.Context, string, string) (net.Conn, error) {
			return broken{f: f}, nil
		}})
		return c.Incr(context.Background(), "key").Err()
	}
	tryRedis8 attempts = func(n int, f func() error) error {
		c := redis8.NewClient(&redis8.Options{MaxRetries: n, MinRetryBackoff: 1, MaxRetryBackoff: 1, Dialer: func(context.Context, string, string) (net.Conn, error) {
			return broken{f: f}, nil
		}})
		return c.Incr(context.Background(), "key").Err()
	}
)

var countedSeen = []seen{
	{"(*github.com/go-resty/resty/v2.Client).SetRetryCount", "counts", counting(tryRestyV2)},
	{"(*github.com/go-resty/resty/v2.Client).SetRetryCount", "zero", meaning(0, -2, tryRestyV2)},
	{"(*github.com/go-resty/resty/v2.Client).SetRetryCount", "negative", meaning(-1, -2, tryRestyV2)},
	{"(*github.com/go-resty/resty/v2.Client).SetTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv2.New().SetTimeout(0).R().Get(url) })
	}},
	{"(*github.com/go-resty/resty/v2.Request).Get", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv2.New().SetTimeout(Short).R().Get(url) })
	}},
	{"(*resty.dev/v3.Client).SetRetryCount", "counts", counting(tryRestyV3)},
	{"(*resty.dev/v3.Client).SetRetryCount", "zero", meaning(0, -2, tryRestyV3)},
	{"(*resty.dev/v3.Client).SetRetryCount", "negative", meaning(-1, -2, tryRestyV3)},
	{"(*resty.dev/v3.Client).SetTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv3.New().SetTimeout(0).R().Get(url) })
	}},
	{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", "counts", counting(tryRetryable)},
	{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", "zero", meaning(0, -2, tryRetryable)},
	{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", "default", func(t *testing.T) string {
		return minusOne(number(func(f func() error) error {
			res, err := quick(f).Get("http://example.com")
			discard(res, err)
			return err
		}))
	}},
	{"github.com/hashicorp/go-retryablehttp.NewClient", "RetryWaitMin", is(retryablehttp.NewClient().RetryWaitMin)},
	{"github.com/hashicorp/go-retryablehttp.NewClient", "RetryWaitMax", is(retryablehttp.NewClient().RetryWaitMax)},
	{"github.com/hashicorp/go-retryablehttp.NewClient", "HTTPClient.Timeout", is(retryablehttp.NewClient().HTTPClient.Timeout)},
	{"(*github.com/hashicorp/go-retryablehttp.Client).StandardClient", "Timeout", func(t *testing.T) string {
		c := retryablehttp.NewClient()
		c.HTTPClient.Timeout = time.Hour
		return c.StandardClient().Timeout.String()
	}},
	{"github.com/hashicorp/go-cleanhttp.DefaultClient", "Timeout", is(cleanhttp.DefaultClient().Timeout)},
	{"github.com/hashicorp/go-cleanhttp.DefaultPooledClient", "Timeout", is(cleanhttp.DefaultPooledClient().Timeout)},
	{"github.com/hashicorp/go-cleanhttp.DefaultPooledTransport", "TLSHandshakeTimeout", is(cleanhttp.DefaultPooledTransport().TLSHandshakeTimeout)},
	{"github.com/hashicorp/go-cleanhttp.DefaultPooledTransport", "ResponseHeaderTimeout", is(cleanhttp.DefaultPooledTransport().ResponseHeaderTimeout)},
	{"github.com/hashicorp/go-cleanhttp.DefaultTransport", "IdleConnTimeout", is(cleanhttp.DefaultTransport().IdleConnTimeout)},
	{"github.com/gojek/heimdall/v7/httpclient.WithRetryCount", "counts", counting(tryHeimdall)},
	{"github.com/gojek/heimdall/v7/httpclient.WithRetryCount", "zero", meaning(0, -2, tryHeimdall)},
	{"github.com/gojek/heimdall/v7/httpclient.WithHTTPTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = httpclient.NewClient(httpclient.WithHTTPTimeout(0)).Get(url, nil) })
	}},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", "counts", counting(tryAzure)},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", "zero", meaning(0, 4, tryAzure)},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", "negative", meaning(-1, 4, tryAzure)},
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "counts", counting(tryFastHTTP)},
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "zero", meaning(0, 5, tryFastHTTP)},
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "negative", meaning(-1, 5, tryFastHTTP)},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", "default", is(awsretry.NewStandard().MaxAttempts())},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", "zero", func(t *testing.T) string {
		return aws(awsretry.NewStandard(func(o *awsretry.StandardOptions) { o.MaxAttempts = 0 }).MaxAttempts())
	}},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts", "zero", func(t *testing.T) string {
		return aws(awsretry.AddWithMaxAttempts(awsretry.NewStandard(), 0).MaxAttempts())
	}},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts", "negative", func(t *testing.T) string {
		return aws(awsretry.AddWithMaxAttempts(awsretry.NewStandard(), -1).MaxAttempts())
	}},
	{"github.com/redis/go-redis/v9.Options.MaxRetries", "counts", counting(tryRedis9)},
	{"github.com/redis/go-redis/v9.Options.MaxRetries", "zero", meaning(0, 4, tryRedis9)},
	{"github.com/redis/go-redis/v9.Options.MaxRetries", "negative", meaning(-1, 4, tryRedis9)},
	{"github.com/go-redis/redis/v8.Options.MaxRetries", "counts", counting(tryRedis8)},
	{"github.com/go-redis/redis/v8.Options.MaxRetries", "zero", meaning(0, 4, tryRedis8)},
	{"github.com/go-redis/redis/v8.Options.MaxRetries", "negative", meaning(-1, 4, tryRedis8)},
}

// aws reads the number of a Retryer as its loop does: below one has no end.
func aws(n int) string {
	switch {
	case n <= 0:
		return "unlimited"
	case n == 3:
		return "default"
	}
	return itoa(n)
}

// trip is a transport, of net/http and of azcore, that fails as f does.
type trip struct{ f func() error }

func (t trip) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.f(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("")), Request: req}, nil
}

func (t trip) Do(req *http.Request) (*http.Response, error) { return t.RoundTrip(req) }

var _ policy.Transporter = trip{}

// quick is a retryable client that does not pause.
func quick(f func() error) *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.HTTPClient = &http.Client{Transport: trip{f}}
	c.Backoff = func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 }
	return c
}

// broken is a connection that fails at the first write, as f does.
type broken struct {
	net.Conn
	f func() error
}

func (b broken) Write(p []byte) (int, error) {
	if err := b.f(); err == nil {
		return 0, errors.New("enough")
	}
	return 0, io.EOF
}
func (b broken) Read([]byte) (int, error)         { return 0, io.EOF }
func (b broken) Close() error                     { return nil }
func (b broken) SetDeadline(time.Time) error      { return nil }
func (b broken) SetReadDeadline(time.Time) error  { return nil }
func (b broken) SetWriteDeadline(time.Time) error { return nil }
func (b broken) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (b broken) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
