package found

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/pulsar-client-go/oauth2"
	cometclient "github.com/cometbft/cometbft/rpc/jsonrpc/client"
	"github.com/distribution/distribution/v3"
	"github.com/distribution/distribution/v3/configuration"
	"github.com/distribution/distribution/v3/registry/proxy"
	"github.com/distribution/distribution/v3/registry/storage"
	"github.com/distribution/distribution/v3/registry/storage/driver/inmemory"
	"github.com/distribution/reference"
	"github.com/influxdata/telegraf"
	"github.com/influxdata/telegraf/metric"
	"github.com/influxdata/telegraf/plugins/outputs/opentsdb"
	"github.com/influxdata/telegraf/plugins/parsers/avro"
	"github.com/mattn/go-mastodon"
	"github.com/moby/moby/v2/daemon/builder/remotecontext/git"
	"github.com/moby/moby/v2/daemon/libnetwork/diagnostic"
	"github.com/moby/moby/v2/daemon/logger"
	"github.com/moby/moby/v2/daemon/logger/splunk"
)

// The issuer answers the discovery; the token endpoint is the silent one.
func TestPulsarToken(t *testing.T) {
	s := newSilent(t, "tcp")
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"token_endpoint": "http://%s/token"}`, s.addr())
	}))
	t.Cleanup(issuer.Close)
	flow, err := oauth2.NewDefaultClientCredentialsFlow(oauth2.ClientCredentialsFlowOptions{
		KeyFile: `data://{"type": "client_credentials", "client_id": "a", "client_secret": "b", "issuer_url": "` + issuer.URL + `"}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.hangs(t, "pulsar-client-go@v0.19.0/oauth2/authorization_tokenretriever.go:347", func() error {
		_, err := flow.Authorize("audience")
		return err
	})
}

// The caller's context ends; the dial does not take it.
func TestMastodonStream(t *testing.T) {
	s := newSilent(t, "tcp")
	stream := mastodon.NewClient(&mastodon.Config{Server: "http://" + s.addr()}).NewWSClient()
	stream.NetDial = func(network, addr string) (net.Conn, error) { return s.record(context.Background(), network, addr) }
	ctx, cancel := context.WithCancel(context.Background())
	events, err := stream.StreamingWSPublic(ctx, false)
	if err != nil {
		t.Fatal(err)
	}
	s.hangs(t, "go-mastodon@v0.0.13/streaming_ws.go:193", func() error {
		<-s.heard
		cancel()
		for range events { // closed when the stream has ended
		}
		return ctx.Err()
	})
}

func TestCometDial(t *testing.T) {
	s := newSilent(t, "tcp")
	ws, err := cometclient.NewWS("tcp://"+s.addr(), "/websocket")
	if err != nil {
		t.Fatal(err)
	}
	ws.Dialer = func(network, addr string) (net.Conn, error) { return s.record(context.Background(), network, addr) }
	s.hangs(t, "cometbft@v1.0.1/rpc/jsonrpc/client/ws_client.go:290", ws.Start)
}

func TestDistributionStart(t *testing.T) {
	s := newSilent(t, "tcp")
	s.lead(t)
	s.hangs(t, "distribution/v3@v3.1.2/registry/proxy/proxyauth.go:76", func() error {
		_, err := proxied(t, "http://"+s.addr())
		return err
	})
}

// The upstream answers while the registry starts and is silent afterwards. The
// first pull waits for it with the lock held; the second, of another
// repository and with a deadline of its own, waits for the lock.
func TestDistributionPull(t *testing.T) {
	s := newSilent(t, "tcp")
	answers := http.NewServeMux()
	answers.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	upstream := httptest.NewServer(answers)
	t.Cleanup(upstream.Close)
	registry, err := proxied(t, upstream.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.lead(t)
	pull := func(ctx context.Context, name string) error {
		named, err := reference.WithName(name)
		if err != nil {
			return err
		}
		repository, err := registry.Repository(ctx, named)
		if err != nil {
			return err
		}
		_, err = repository.Tags(ctx).Get(ctx, "latest")
		return err
	}
	second := make(chan error, 1)
	s.hangs(t, "distribution/v3@v3.1.2/registry/proxy/proxyauth.go:135", func() error {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), limit/6)
			defer cancel()
			<-s.heard
			err := pull(ctx, "another/one")
			second <- err
		}()
		err := pull(context.Background(), "first/one")
		select {
		case err := <-second:
			return fmt.Errorf("the second pull did not wait for the lock: %w", err)
		default:
		}
		return err
	})
	t.Logf("the second pull, whose deadline was %v, ended after the first: %v", limit/6, <-second)
}

func proxied(t *testing.T, upstream string) (distribution.Namespace, error) {
	driver := inmemory.New()
	local, err := storage.NewRegistry(t.Context(), driver)
	if err != nil {
		return nil, err
	}
	never := time.Duration(0)
	return proxy.NewRegistryPullThroughCache(t.Context(), local, driver, configuration.Proxy{RemoteURL: upstream, TTL: &never})
}

func TestTelegrafOpenTSDB(t *testing.T) {
	s := newSilent(t, "tcp")
	s.lead(t)
	host, port, _ := strings.Cut(s.addr(), ":")
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	output := &opentsdb.OpenTSDB{Host: "http://" + host, Port: n, HTTPPath: "/api/put", HTTPBatchSize: 1}
	point := metric.New("cpu", nil, map[string]any{"usage": 1.0}, time.Unix(0, 0))
	s.hangs(t, "telegraf@v1.37.2/plugins/outputs/opentsdb/opentsdb_http.go:160", func() error {
		return output.Write([]telegraf.Metric{point})
	})
}

func TestTelegrafAvro(t *testing.T) {
	s := newSilent(t, "tcp")
	parser := &avro.Parser{SchemaRegistry: "http://" + s.addr()}
	if err := parser.Init(); err != nil {
		t.Fatal(err)
	}
	s.hangs(t, "telegraf@v1.37.2/plugins/parsers/avro/schema_registry.go:104", func() error {
		_, err := parser.Parse([]byte{0, 0, 0, 0, 1}) // of schema 1
		return err
	})
}

func TestMobyGitContext(t *testing.T) {
	s := newSilent(t, "tcp")
	s.lead(t)
	s.hangs(t, "moby/v2@v2.0.0-beta.24/daemon/builder/remotecontext/git/gitutils.go:150", func() error {
		_, err := git.Clone("http://" + s.addr() + "/project.git")
		return err
	})
}

func TestMobySplunk(t *testing.T) {
	s := newSilent(t, "tcp")
	s.hangs(t, "moby/v2@v2.0.0-beta.24/daemon/logger/splunk/splunk.go:607", func() error {
		_, err := splunk.New(logger.Info{
			ContainerID: "0123456789abcdef",
			Config:      map[string]string{"splunk-url": "http://" + s.addr(), "splunk-token": "t"},
		})
		return err
	})
}

// The client has sent the head of its request and not yet its body when the
// server is shut down. Shutdown waits for the handler with the lock held; the
// body arrives, and the handler waits for the lock.
func TestMobyDiagnostic(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	server := diagnostic.New()
	server.Enable("127.0.0.1", address.Port)
	var conn net.Conn
	for range 2000 {
		if conn, err = net.Dial("tcp", address.String()); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	send := func(text string) {
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	send("POST /help HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n")
	const in = "moby/v2@v2.0.0-beta.24/daemon/libnetwork/diagnostic/server.go:"
	until(t, in+"147") // the handler reads its form
	ended := make(chan struct{})
	go func() { server.Shutdown(); close(ended) }()
	until(t, in+"114")
	send("a=b")
	until(t, in+"159") // the handler wants the lock
	select {
	case <-ended:
		t.Fatal("Shutdown returned")
	case <-time.After(limit):
	}
	until(t, in+"114")
	until(t, in+"159")
	t.Logf("%v after the client had sent all of its request, Shutdown waits for the handler at %s114 and the handler for Shutdown at %s159", limit, in, in)
}

// until waits until a goroutine is at the place.
func until(t *testing.T, place string) {
	t.Helper()
	for range 2000 {
		if strings.Contains(stacks(), place) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("no goroutine is at %s:\n%s", place, stacks())
}
