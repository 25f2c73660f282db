//go:build unix

package found

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	ethlog "github.com/ethereum/go-ethereum/log"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/prometheus/alertmanager/cluster"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/config"
	"github.com/prometheus/exporter-toolkit/web"
)

const (
	window = 100 * time.Millisecond
	// A loop that waits 5 ms after the first error and twice as long after each
	// further one, as net/http does, fails five times in the window.
	storm = 100
)

// exhausted takes all descriptors of the process, lets one connection wait at
// the address, and gives them back after the window: accept fails meanwhile.
func exhausted(t *testing.T, network, address string, failures *atomic.Int64) int64 {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	low := before
	low.Cur = 256
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low); err != nil {
		t.Fatal(err)
	}
	var taken []*os.File
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		taken = append(taken, f)
	}
	last := len(taken) - 1
	taken[last].Close()
	c, err := net.Dial(network, address) // takes the last one
	if err == nil {
		time.Sleep(window)
	}
	counted := failures.Load()
	for _, f := range taken[:last] {
		f.Close()
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	return counted
}

func spins(t *testing.T, failures int64) {
	t.Helper()
	if failures < storm {
		t.Errorf("accept failed %d times in %v, not a storm", failures, window)
	}
	t.Logf("accept failed %d times in %v", failures, window)
}

// counted counts the errors of Accept.
type counted struct {
	net.Listener
	failures atomic.Int64
}

func (l *counted) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		l.failures.Add(1)
	}
	return c, err
}

func listen(t *testing.T, network string) *counted {
	t.Helper()
	address := "127.0.0.1:0"
	if network == "unix" {
		address = filepath.Join(t.TempDir(), "s")
	}
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &counted{Listener: l}
}

// TestAcceptNetHTTP is what the others are compared with.
func TestAcceptNetHTTP(t *testing.T) {
	l := listen(t, "tcp")
	server := &http.Server{ErrorLog: log.New(io.Discard, "", 0)}
	go server.Serve(l)
	defer server.Close()
	n := exhausted(t, "tcp", l.Addr().String(), &l.failures)
	if n == 0 || n > 10 {
		t.Errorf("accept of net/http failed %d times in %v", n, window)
	}
	t.Logf("accept failed %d times in %v", n, window)
}

func TestGethServe(t *testing.T) {
	ethlog.SetDefault(ethlog.NewLogger(ethlog.DiscardHandler()))
	l := listen(t, "unix")
	server := rpc.NewServer()
	defer server.Stop()
	go server.ServeListener(l)
	spins(t, exhausted(t, "unix", l.Addr().String(), &l.failures))
}

// failed counts the records that say that accepting failed.
type failed struct {
	slog.Handler
	failures *atomic.Int64
}

func (h failed) Enabled(context.Context, slog.Level) bool { return true }

func (h failed) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "error accepting connection" {
		h.failures.Add(1)
	}
	return nil
}

func TestAlertmanagerListen(t *testing.T) {
	donor := httptest.NewTLSServer(nil) // for its certificate
	donor.Close()
	pair := donor.TLS.Certificates[0]
	cert, key := writePair(t, pair)
	var failures atomic.Int64
	transport, err := cluster.NewTLSTransport(t.Context(), slog.New(failed{slog.DiscardHandler, &failures}), prometheus.NewRegistry(), "127.0.0.1", 0,
		&cluster.TLSTransportConfig{
			TLSServerConfig: &web.TLSConfig{TLSCertPath: cert, TLSKeyPath: key},
			TLSClientConfig: &config.TLSConfig{InsecureSkipVerify: true},
		})
	if err != nil {
		t.Fatal(err)
	}
	defer transport.Shutdown()
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(transport.GetAutoBindPort()))
	spins(t, exhausted(t, "tcp", address, &failures))
}

// TestAcceptLoops: the same loops, written out.
func TestAcceptLoops(t *testing.T) {
	for name, c := range map[string]struct {
		network string
		ends    func(l net.Listener, err error) bool
	}{
		"moby external key":    {"unix", func(l net.Listener, _ error) bool { return gone(l.Addr().String()) }},
		"gogs ssh":             {"tcp", func(net.Listener, error) bool { return false }},
		"ingress-nginx metric": {"unix", func(net.Listener, error) bool { return false }},
		"strelaysrv":           {"tcp", func(net.Listener, error) bool { return false }},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			l := listen(t, c.network)
			stop := make(chan struct{})
			stopped := make(chan struct{})
			go func() {
				defer close(stopped)
				for {
					conn, err := l.Accept()
					if err != nil {
						select {
						case <-stop:
							return
						default:
						}
						if c.ends(l, err) {
							return
						}
						continue
					}
					conn.Close()
				}
			}()
			spins(t, exhausted(t, c.network, l.Addr().String(), &l.failures))
			if name == "ingress-nginx metric" { // its Stop closes the listener, and the loop goes on
				before := l.failures.Load()
				l.Close()
				time.Sleep(window)
				n := l.failures.Load() - before
				spins(t, n)
			}
			close(stop)
			l.Close()
			<-stopped
		})
	}
}

func gone(socket string) bool {
	_, err := os.Stat(socket)
	return errors.Is(err, os.ErrNotExist)
}

func writePair(t *testing.T, pair tls.Certificate) (cert, key string) {
	t.Helper()
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err := os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}), 0o600); err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return cert, key
}
