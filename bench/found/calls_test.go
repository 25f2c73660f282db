package found

import (
	"bytes"
	"context"
	"crypto/tls"
	"database/sql"
	"database/sql/driver"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-ldap/ldap/v3"
	"github.com/gorilla/websocket"
)

// TestHTTPCalls: the same calls, written out.
func TestHTTPCalls(t *testing.T) {
	closed := func(resp *http.Response, err error) error {
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	for name, call := range map[string]func(server string) error{
		"filebrowser reCaptcha": func(server string) error {
			client := &http.Client{}
			return closed(client.Post(server+"/recaptcha/api/siteverify", "application/x-www-form-urlencoded", strings.NewReader("secret=a")))
		},
		"casdoor hCaptcha": func(string) error {
			return closed(http.PostForm("https://hcaptcha.com/siteverify", url.Values{"secret": {"a"}}))
		},
		"ingress-nginx configuration": func(server string) error {
			client := http.Client{}
			return closed(client.Post(server+"/configuration/backends", "application/json", bytes.NewReader([]byte("[]"))))
		},
		"syncthing description": func(server string) error { return closed(http.Get(server + "/rootDesc.xml")) },
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			s := newSilent(t, "tcp")
			s.lead(t)
			s.hangs(t, "net/http.(*persistConn).roundTrip", func() error { return call("http://" + s.addr()) })
		})
	}
}

// TestDirectoryCalls: the same calls, written out.
func TestDirectoryCalls(t *testing.T) {
	bind := func(c *ldap.Conn, err error) error {
		if err != nil {
			return err
		}
		defer c.Close()
		return c.Bind("cn=reader", "secret")
	}
	for name, call := range map[string]func(address string) error{
		"dex StartTLS": func(address string) error {
			c, err := ldap.DialURL("ldap://" + address)
			if err != nil {
				return err
			}
			defer c.Close()
			return c.StartTLS(&tls.Config{ServerName: "directory"})
		},
		"gogs bind": func(address string) error { return bind(ldap.Dial("tcp", address)) },
		"casdoor bind": func(address string) error {
			return bind(ldap.DialTLS("tcp", address, &tls.Config{InsecureSkipVerify: true}))
		},
		"telegraf bind": func(address string) error { return bind(ldap.DialURL("ldap://" + address)) },
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			network, place := "tcp", "ldap/v3.(*Conn).readPacket"
			switch name {
			case "casdoor bind":
				network = "tls"
			case "dex StartTLS":
				place = "ldap/v3.(*Conn).StartTLS"
			}
			s := newSilent(t, network)
			s.hangs(t, place, func() error { return call(s.addr()) })
		})
	}
}

// TestCloudflaredDial: the same call, written out.
func TestCloudflaredDial(t *testing.T) {
	s := newSilent(t, "tcp")
	dialler := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, NetDialContext: s.record}
	s.hangs(t, "websocket.(*Dialer).DialContext", func() error {
		_, _, err := dialler.Dial("ws://"+s.addr(), nil)
		return err
	})
}

// TestSecondBody: a request that is made once and sent in each attempt. Its
// body is read once. Over HTTP/2 the second attempt announces five bytes and
// sends none; over a new connection of HTTP/1.1 it fails. Over a kept one
// net/http sees that nothing was sent and makes the body anew by itself.
func TestSecondBody(t *testing.T) {
	unavailable := func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }
	for name, c := range map[string]struct {
		http2  bool
		fails  func(w http.ResponseWriter)
		bodies int64 // that arrive whole, of three
	}{
		"distribution putChunk": {true, unavailable, 1},
		"connection closed":     {false, func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, 1}, // closes the connection
		"connection kept":       {false, unavailable, 3},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			var requests, bodies atomic.Int64
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := requests.Add(1)
				text, err := io.ReadAll(r.Body)
				t.Logf("request %d over %s: %d of %d bytes, %v", n, r.Proto, len(text), r.ContentLength, err)
				if string(text) == "chunk" {
					bodies.Add(1)
				}
				if n == 1 {
					c.fails(w)
				}
			}))
			server.EnableHTTP2 = c.http2
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.StartTLS()
			defer server.Close()
			req, err := http.NewRequest(http.MethodPut, server.URL, bytes.NewReader([]byte("chunk")))
			if err != nil {
				t.Fatal(err)
			}
			for attempt := range 3 {
				resp, err := server.Client().Do(req)
				if err != nil {
					t.Logf("attempt %d: %v", attempt+1, err)
					continue
				}
				resp.Body.Close()
			}
			if n := bodies.Load(); n != c.bodies {
				t.Errorf("%d bodies arrived, want %d", n, c.bodies)
			}
		})
	}
}

// stuck is a database whose queries never return.
type stuck struct{ asked chan struct{} }

func (d stuck) Connect(context.Context) (driver.Conn, error) { return d, nil }
func (d stuck) Driver() driver.Driver                        { return nil }
func (d stuck) Prepare(string) (driver.Stmt, error)          { close(d.asked); select {} }
func (d stuck) Close() error                                 { return nil }
func (d stuck) Begin() (driver.Tx, error)                    { return nil, driver.ErrBadConn }

// TestPostgresExporterPool: the same pool and calls, written out. One query
// does not come back; the next scrape waits for its connection.
func TestPostgresExporterPool(t *testing.T) {
	database := stuck{make(chan struct{})}
	db := sql.OpenDB(database)
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	query := func() error {
		rows, err := db.Query("SELECT 1")
		if err == nil {
			err = rows.Close()
		}
		return err
	}
	go query()
	<-database.asked
	ended := make(chan error, 1)
	go func() { ended <- query() }()
	select {
	case err := <-ended:
		t.Fatalf("the second query ended: %v", err)
	case <-time.After(limit):
	}
	if n := db.Stats().WaitCount; n != 1 || !strings.Contains(stacks(), "database/sql.(*DB).conn(") {
		t.Fatalf("%d wait for the connection:\n%s", n, stacks())
	}
	t.Logf("after %v the second query waits in database/sql.(*DB).conn", limit)
}

// TestCometResubscribe: the same expression, written out.
func TestCometResubscribe(t *testing.T) {
	var all time.Duration
	for attempts := 1; attempts <= 20; attempts++ {
		wait := (10 << uint(attempts)) * time.Millisecond
		all += wait
		if attempts%5 == 0 {
			t.Logf("after failure %d it sleeps %v; %v in all", attempts, wait, all)
		}
	}
	if all < 5*time.Hour {
		t.Errorf("twenty failures take %v", all)
	}
}
