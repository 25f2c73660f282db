// Package media passes the pictures and films of the goods on to whoever looks at them.
package media

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Proxy fetches from the store of pictures.
type Proxy struct {
	origin string
	http   *http.Client
}

// New returns a proxy for the store at origin.
func New(origin string) *Proxy {
	return &Proxy{origin: origin, http: outbound.NewStreaming(5 * time.Second)}
}

// NewArchive returns a proxy for the films, which come from tape.
func NewArchive(origin string) *Proxy {
	return &Proxy{origin: origin, http: &http.Client{
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			TLSHandshakeTimeout:   3 * time.Second,
			ResponseHeaderTimeout: time.Minute,
		},
	}}
}

// ServeHTTP passes one file on. It takes as long as the viewer listens.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, p.origin+"/"+url.PathEscape(r.PathValue("file")), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	resp, err := p.http.Do(req)
	if err != nil {
		http.Error(w, "no picture", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

// NewServer serves pictures and films at addr. It sets no limit on how long a film may take.
func NewServer(addr string, pictures, films *Proxy) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /pictures/{file}", pictures)
	mux.Handle("GET /films/{file}", films)
	return &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}
