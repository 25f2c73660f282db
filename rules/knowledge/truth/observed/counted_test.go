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
	tryRestyV2Field attempts = func(n int, f func() error) error {
		c := restyv2.NewWithClient(&http.Client{Transport: trip{f}}).SetRetryWaitTime(1).SetRetryMaxWaitTime(1)
		c.RetryCount = n
		_, err := c.R().Post("http://example.com")
		return err
	}
	tryRestyV2Backoff attempts = func(n int, f func() error) error {
		return restyv2.Backoff(func() (*restyv2.Response, error) { return nil, f() }, restyv2.Retries(n), restyv2.WaitTime(1), restyv2.MaxWaitTime(1))
	}
	tryRestyV3 attempts = func(n int, f func() error) error {
		c := restyv3.NewWithClient(&http.Client{Transport: trip{f}}).SetRetryCount(n).SetRetryWaitTime(1).SetRetryMaxWaitTime(1)
		_, err := c.R().Get("http://example.com")
		return err
	}
	tryRestyV3Request attempts = func(n int, f func() error) error {
		c := restyv3.NewWithClient(&http.Client{Transport: trip{f}}).SetRetryCount(7).SetRetryWaitTime(1).SetRetryMaxWaitTime(1)
		_, err := c.R().SetRetryCount(n).Get("http://example.com")
		return err
	}
	tryRestyV3Events attempts = func(n int, f func() error) error {
		return restyv3.NewSSESource().SetURL("http://example.com").SetTransport(trip{f}).SetRetryCount(n).SetRetryWaitTime(1).SetRetryMaxWaitTime(1).
			OnMessage(func(any) {}, nil).Get()
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
	tryRedisCluster attempts = func(n int, f func() error) error {
		return redisCluster(redis9.ClusterOptions{MaxRetries: n, MaxRedirects: -1}, f)
	}
	tryRedisRedirects attempts = func(n int, f func() error) error {
		return redisCluster(redis9.ClusterOptions{MaxRedirects: n}, f)
	}
	tryRedisRing attempts = func(n int, f func() error) error {
		c := redis9.NewRing(&redis9.RingOptions{
			Addrs: map[string]string{"shard": "example.com:6379"}, MaxRetries: n, MinRetryBackoff: 1, MaxRetryBackoff: 1, Protocol: 2, DisableIdentity: true,
			HeartbeatFrequency: time.Hour, HeartbeatFn: func(context.Context, *redis9.Client) bool { return true },
			Dialer: func(context.Context, string, string) (net.Conn, error) { return broken{f: f}, nil },
		})
		defer c.Close()
		return c.Incr(context.Background(), "key").Err()
	}
	tryRedis8Cluster attempts = func(n int, f func() error) error {
		c := redis8.NewClusterClient(&redis8.ClusterOptions{
			MaxRetries: n, MaxRedirects: -1, MinRetryBackoff: 1, MaxRetryBackoff: 1,
			ClusterSlots: func(context.Context) ([]redis8.ClusterSlot, error) {
				return []redis8.ClusterSlot{{End: 16383, Nodes: []redis8.ClusterNode{{Addr: "example.com:6379"}}}}, nil
			},
			Dialer: func(context.Context, string, string) (net.Conn, error) { return broken{f: f}, nil },
		})
		defer c.Close()
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
	{"(*github.com/go-resty/resty/v2.Client).SetTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv2.New().SetTimeout(0).R().Get(url) })
	}},
	{"(*github.com/go-resty/resty/v2.Request).Get", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv2.New().SetTimeout(Short).R().Get(url) })
	}},
	{"(*resty.dev/v3.Client).SetTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _ = restyv3.New().SetTimeout(0).R().Get(url) })
	}},
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
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "counts", counting(tryFastHTTP)},
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "zero", meaning(0, 5, tryFastHTTP)},
	{"github.com/valyala/fasthttp.Client.MaxIdemponentCallAttempts", "negative", meaning(-1, 5, tryFastHTTP)},
	{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", "default", is(awsretry.NewStandard().MaxAttempts())},
}

// redisCluster asks the one node of a cluster.
func redisCluster(o redis9.ClusterOptions, f func() error) error {
	o.MinRetryBackoff, o.MaxRetryBackoff, o.Protocol, o.DisableIdentity, o.DialerRetries = 1, 1, 2, true, 1
	o.ClusterSlots = func(context.Context) ([]redis9.ClusterSlot, error) {
		return []redis9.ClusterSlot{{End: 16383, Nodes: []redis9.ClusterNode{{Addr: "example.com:6379"}}}}, nil
	}
	p, err := Listen(hangsUp(f))
	if err != nil {
		return err
	}
	defer p.Close()
	o.Dialer = func(context.Context, string, string) (net.Conn, error) { return net.Dial("tcp", p.Addr) }
	c := redis9.NewClusterClient(&o)
	defer c.Close()
	return c.Incr(context.Background(), "key").Err()
}

// hangsUp is a node that knows the greetings and hangs up when it is asked to
// count.
func hangsUp(f func() error) func(net.Conn) {
	return func(c net.Conn) {
		p := make([]byte, 4096)
		for {
			n, err := c.Read(p)
			if err != nil {
				return
			}
			answer := "+OK\r\n"
			switch asked := string(p[:n]); {
			case strings.Contains(asked, "incr"):
				_ = f()
				return
			case strings.Contains(asked, "hello"):
				answer = "-ERR unknown command\r\n"
			case strings.Contains(asked, "command"):
				answer = "*0\r\n"
			}
			if _, err := io.WriteString(c, answer); err != nil {
				return
			}
		}
	}
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
