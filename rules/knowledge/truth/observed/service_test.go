package observed

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	chi "github.com/go-chi/chi/v5/middleware"
	ldap "github.com/go-ldap/ldap/v3"
	"github.com/gomodule/redigo/redis"
	"github.com/gorilla/websocket"
	"github.com/jlaffaye/ftp"
	"github.com/miekg/dns"
	"github.com/nats-io/nats.go"
	"github.com/pkg/sftp"
	"github.com/rabbitmq/amqp091-go"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/slack-go/slack"
	"github.com/valyala/fasthttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	health "google.golang.org/grpc/health/grpc_health_v1"
)

var serviceSeen = []seen{
	{"github.com/valyala/fasthttp.Get", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _, _ = fasthttp.Get(nil, url) })
	}},
	{"github.com/valyala/fasthttp.GetTimeout", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _, _ = fasthttp.GetTimeout(nil, url, Short) })
	}},
	{"github.com/valyala/fasthttp.Client.ReadTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _, _, _ = new(fasthttp.Client).Get(nil, url) })
	}},
	{"(*github.com/valyala/fasthttp.Client).Get", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		c := &fasthttp.Client{ReadTimeout: Short, MaxIdemponentCallAttempts: 1}
		return waits(t, func() { _, _, _ = c.Get(nil, url) })
	}},
	{"github.com/valyala/fasthttp.Client.MaxConnWaitTimeout", "zero", func(t *testing.T) string {
		url := "http://" + silent(t)
		c := &fasthttp.Client{MaxConnsPerHost: 1}
		go func() { _, _, _ = c.Get(nil, url) }()
		time.Sleep(Short)
		return waits(t, func() { _, _, _ = c.Get(nil, url) })
	}},
	{"github.com/gorilla/websocket.Dialer.HandshakeTimeout", "zero", func(t *testing.T) string {
		url := "ws://" + silent(t)
		return waits(t, func() { _, _, _ = new(websocket.Dialer).Dial(url, nil) })
	}},
	{"github.com/gorilla/websocket.Dialer.HandshakeTimeout", "negative", func(t *testing.T) string {
		url := "ws://" + silent(t)
		return waits(t, func() { _, _, _ = (&websocket.Dialer{HandshakeTimeout: -1}).Dial(url, nil) })
	}},
	{"(*github.com/gorilla/websocket.Dialer).DialContext", "waits", func(t *testing.T) string {
		url := "ws://" + silent(t)
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _, _ = new(websocket.Dialer).DialContext(ctx, url, nil) })
	}},
	{"(*github.com/gorilla/websocket.Conn).SetReadDeadline", "zero", func(t *testing.T) string {
		// Upgrade takes the server's own deadlines away.
		result := make(chan string, 1)
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c, err := new(websocket.Upgrader).Upgrade(w, r, nil)
			if err != nil {
				result <- err.Error()
				return
			}
			result <- waits(t, func() { _, _, _ = c.ReadMessage() })
		}))
		srv.Config.ReadTimeout = Short
		srv.Start()
		defer srv.Close()
		c, _, err := websocket.DefaultDialer.Dial("ws"+srv.URL[len("http"):], nil)
		if err != nil {
			return err.Error() // a busy machine was too slow for the server
		}
		defer c.Close()
		return <-result
	}},
	{"github.com/gomodule/redigo/redis.DialReadTimeout", "default", func(t *testing.T) string {
		c, err := redis.Dial("tcp", silent(t))
		if err != nil {
			t.Fatal(err)
		}
		if waits(t, func() { _, _ = c.Do("PING") }) == "infinite" {
			return "0"
		}
		return "some"
	}},
	{"(github.com/gomodule/redigo/redis.Conn).Do", "waits", func(t *testing.T) string {
		c, err := redis.Dial("tcp", silent(t), redis.DialReadTimeout(Short))
		if err != nil {
			t.Fatal(err)
		}
		return waits(t, func() { _, _ = c.Do("PING") })
	}},
	{"(*github.com/gomodule/redigo/redis.Pool).Get", "waits", func(t *testing.T) string {
		addr := silent(t)
		p := &redis.Pool{MaxActive: 1, Wait: true, Dial: func() (redis.Conn, error) { return redis.Dial("tcp", addr) }}
		p.Get()
		return waits(t, func() { p.Get() })
	}},
	{"github.com/gomodule/redigo/redis.Pool.Wait", "default", func(t *testing.T) string {
		addr := silent(t)
		p := &redis.Pool{MaxActive: 1, Dial: func() (redis.Conn, error) { return redis.Dial("tcp", addr) }}
		p.Get()
		return boolean(waits(t, func() { p.Get() }) == "infinite")
	}},
	{"(*github.com/redis/go-redis/v9.Client).Process", "waits", func(t *testing.T) string {
		// The deadline of the context is not looked at: ReadTimeout ends the wait.
		p := peer(t, func(c net.Conn) {
			// It knows PING, once.
			buf := make([]byte, 1024)
			for {
				n, err := c.Read(buf)
				if err != nil {
					return
				}
				for line := range strings.Lines(string(buf[:n])) {
					switch line = strings.ToLower(strings.TrimSpace(line)); {
					case line == "ping":
						_, _ = io.WriteString(c, "+PONG\r\n")
						Silent(c)
						return
					case line == "hello", line == "client":
						_, _ = io.WriteString(c, "-ERR unknown command\r\n")
					}
				}
			}
		})
		c := redis9.NewClient(&redis9.Options{Addr: p.Addr, ReadTimeout: 2 * Short, MaxRetries: -1, Protocol: 2, DisableIdentity: true})
		if err := c.Ping(t.Context()).Err(); err != nil {
			return err.Error() // a busy machine was too slow
		}
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		start := time.Now()
		verdict := waits(t, func() { _ = c.Process(ctx, redis9.NewCmd(ctx, "ping")) })
		if d := time.Since(start); d < 2*Short {
			return "the context ended it after " + d.String()
		}
		return verdict
	}},
	{"github.com/bradfitz/gomemcache/memcache.Client.Timeout", "default", func(t *testing.T) string {
		c := memcache.New(silent(t))
		start := time.Now()
		_, _ = c.Get("key")
		return about(500*time.Millisecond, time.Since(start))
	}},
	{"(*github.com/bradfitz/gomemcache/memcache.Client).Get", "waits", func(t *testing.T) string {
		c := memcache.New(silent(t))
		c.Timeout = Short
		return waits(t, func() { _, _ = c.Get("key") })
	}},
	{"github.com/miekg/dns.Client.ReadTimeout", "default", func(t *testing.T) string {
		c := &dns.Client{Net: "tcp"}
		m := new(dns.Msg).SetQuestion("example.com.", dns.TypeA)
		start := time.Now()
		_, _, _ = c.Exchange(m, silent(t))
		return about(2*time.Second, time.Since(start))
	}},
	{"(*github.com/miekg/dns.Client).Exchange", "waits", func(t *testing.T) string {
		c := &dns.Client{Net: "tcp", Timeout: Short}
		m := new(dns.Msg).SetQuestion("example.com.", dns.TypeA)
		addr := silent(t)
		return waits(t, func() { _, _, _ = c.Exchange(m, addr) })
	}},
	{"(*github.com/go-ldap/ldap/v3.Conn).SetTimeout", "default", func(t *testing.T) string {
		c, err := ldap.DialURL("ldap://" + silent(t))
		if err != nil {
			t.Fatal(err)
		}
		if waits(t, func() { _ = c.Bind("cn=a", "b") }) == "infinite" {
			return "0"
		}
		return "some"
	}},
	{"(*github.com/go-ldap/ldap/v3.Conn).Bind", "waits", func(t *testing.T) string {
		c, err := ldap.DialURL("ldap://" + silent(t))
		if err != nil {
			t.Fatal(err)
		}
		c.SetTimeout(Short)
		return waits(t, func() { _ = c.Bind("cn=a", "b") })
	}},
	{"github.com/jlaffaye/ftp.Dial", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = ftp.Dial(addr, ftp.DialWithTimeout(Short)) })
	}},
	{"github.com/nats-io/nats.go.Connect", "waits", func(t *testing.T) string {
		url := "nats://" + silent(t)
		return waits(t, func() { _, _ = nats.Connect(url, nats.Timeout(Short)) })
	}},
	{"github.com/rabbitmq/amqp091-go.DefaultDial", "zero", func(t *testing.T) string {
		url := "amqp://" + silent(t)
		return waits(t, func() { _, _ = amqp091.DialConfig(url, amqp091.Config{Dial: amqp091.DefaultDial(0)}) })
	}},
	{"github.com/slack-go/slack.PostWebhook", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() { _ = slack.PostWebhook(url, &slack.WebhookMessage{}) })
	}},
	{"github.com/slack-go/slack.PostWebhookContext", "waits", func(t *testing.T) string {
		url := "http://" + silent(t)
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _ = slack.PostWebhookContext(ctx, url, &slack.WebhookMessage{}) })
	}},
	{"github.com/pkg/sftp.NewClient", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		return waits(t, func() { _, _ = sftp.NewClientPipe(c, c) })
	}},
	{"github.com/go-chi/chi/v5/middleware.Timeout", "zero", func(t *testing.T) string { return chiContext(0) }},
	{"github.com/go-chi/chi/v5/middleware.Timeout", "negative", func(t *testing.T) string { return chiContext(-1) }},
	{"(google.golang.org/grpc.ClientConnInterface).Invoke", "waits", func(t *testing.T) string {
		conn := grpcConn(t)
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = health.NewHealthClient(conn).Check(ctx, &health.HealthCheckRequest{}) })
	}},
	{"google.golang.org/grpc.WaitForReady", "default", func(t *testing.T) string {
		// Refused, a call fails at once by default and waits with true.
		addr, err := Refusing()
		if err != nil {
			t.Fatal(err)
		}
		conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		call := func(opts ...grpc.CallOption) string {
			return waits(t, func() {
				_, _ = health.NewHealthClient(conn).Check(context.Background(), &health.HealthCheckRequest{}, opts...)
			})
		}
		if call(grpc.WaitForReady(true)) == "infinite" && call() != "infinite" {
			return "false"
		}
		return "true"
	}},
	{"google.golang.org/grpc.WithTimeout", "default", func(t *testing.T) string {
		if waits(t, func() {
			_, _ = grpc.Dial(silent(t), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithBlock())
		}) == "infinite" {
			return "0"
		}
		return "some"
	}},
	{"google.golang.org/grpc.Dial", "waits", func(t *testing.T) string {
		addr := silent(t)
		if got := waits(t, func() { _, _ = grpc.Dial(addr, grpc.WithTransportCredentials(insecure.NewCredentials())) }); got != "immediate" {
			return "waits without WithBlock: " + got
		}
		return waits(t, func() {
			_, _ = grpc.Dial(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithBlock(), grpc.WithTimeout(Short))
		})
	}},
}

// about is the limit where the time taken is that and not much more.
func about(limit, took time.Duration) string {
	if limit-10*time.Millisecond <= took && took < 2*limit {
		return limit.String()
	}
	return took.String()
}

func grpcConn(t *testing.T) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(silent(t), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func chiContext(limit time.Duration) string {
	verdict := make(chan string, 1)
	h := chi.Timeout(limit)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { verdict <- remaining(r.Context()) }))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	return <-verdict
}
