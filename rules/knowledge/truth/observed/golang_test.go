package observed

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"net"
	"net/http"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/net/websocket"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"
)

var golangSeen = []seen{
	{"golang.org/x/crypto/ssh.Dial", "waits", func(t *testing.T) string {
		// Timeout has passed and the handshake still waits.
		addr := silent(t)
		config := &ssh.ClientConfig{Timeout: Short, HostKeyCallback: ssh.InsecureIgnoreHostKey()}
		return waits(t, func() { _, _ = ssh.Dial("tcp", addr, config) })
	}},
	{"golang.org/x/crypto/ssh.NewClientConn", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		config := &ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}
		return waits(t, func() { _, _, _, _ = ssh.NewClientConn(c, "", config) })
	}},
	{"golang.org/x/crypto/ssh.NewServerConn", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		config := &ssh.ServerConfig{NoClientAuth: true}
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		signer, err := ssh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		config.AddHostKey(signer)
		return waits(t, func() { _, _, _, _ = ssh.NewServerConn(c, config) })
	}},
	{"golang.org/x/net/websocket.Dial", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = websocket.Dial("ws://"+addr, "", "http://localhost") })
	}},
	{"(*golang.org/x/net/websocket.Config).DialContext", "waits", func(t *testing.T) string {
		config, err := websocket.NewConfig("ws://"+silent(t), "http://localhost")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = config.DialContext(ctx) })
	}},
	{"golang.org/x/net/websocket.DialConfig", "waits", func(t *testing.T) string {
		config, err := websocket.NewConfig("ws://"+silent(t), "http://localhost")
		if err != nil {
			t.Fatal(err)
		}
		config.Dialer = &net.Dialer{Timeout: Short}
		return waits(t, func() { _, _ = websocket.DialConfig(config) })
	}},
	{"golang.org/x/oauth2.NewClient", "Timeout", func(t *testing.T) string {
		ctx := context.WithValue(t.Context(), oauth2.HTTPClient, &http.Client{Timeout: time.Hour})
		return kept(oauth2.NewClient(ctx, oauth2.StaticTokenSource(&oauth2.Token{})))
	}},
	{"(*golang.org/x/oauth2.Config).Client", "Timeout", func(t *testing.T) string {
		ctx := context.WithValue(t.Context(), oauth2.HTTPClient, &http.Client{Timeout: time.Hour})
		return kept(new(oauth2.Config).Client(ctx, &oauth2.Token{}))
	}},
	{"(*golang.org/x/oauth2/clientcredentials.Config).Client", "Timeout", func(t *testing.T) string {
		ctx := context.WithValue(t.Context(), oauth2.HTTPClient, &http.Client{Timeout: time.Hour})
		return kept(new(clientcredentials.Config).Client(ctx))
	}},
	{"(*golang.org/x/oauth2.Config).Exchange", "waits", func(t *testing.T) string {
		config := &oauth2.Config{Endpoint: oauth2.Endpoint{TokenURL: "http://" + silent(t)}}
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = config.Exchange(ctx, "code") })
	}},
	{"(*golang.org/x/sync/errgroup.Group).SetLimit", "zero", func(t *testing.T) string {
		var g errgroup.Group
		g.SetLimit(0)
		return waits(t, func() { g.Go(func() error { return nil }) })
	}},
	{"(*golang.org/x/sync/errgroup.Group).SetLimit", "negative", func(t *testing.T) string {
		g, ctx := errgroup.WithContext(t.Context())
		g.SetLimit(-1)
		for range 100 {
			g.Go(func() error { <-ctx.Done(); return nil })
		}
		return "unlimited"
	}},
	{"(*golang.org/x/sync/errgroup.Group).Wait", "waits", func(t *testing.T) string {
		// The group's context has ended; Wait waits for the goroutine all the same.
		g, ctx := errgroup.WithContext(t.Context())
		g.Go(func() error { return errFails })
		g.Go(func() error { <-ctx.Done(); time.Sleep(2 * Patience); return nil })
		return waits(t, func() { _ = g.Wait() })
	}},
	{"(*golang.org/x/sync/semaphore.Weighted).Acquire", "waits", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _ = semaphore.NewWeighted(0).Acquire(ctx, 1) })
	}},
	{"golang.org/x/sync/semaphore.NewWeighted", "zero", func(t *testing.T) string {
		return waits(t, func() { _ = semaphore.NewWeighted(0).Acquire(t.Context(), 1) })
	}},
	{"(*golang.org/x/sync/singleflight.Group).Do", "waits", func(t *testing.T) string {
		var g singleflight.Group
		started := make(chan struct{})
		go func() {
			_, _, _ = g.Do("", func() (any, error) { close(started); time.Sleep(2 * Patience); return nil, nil })
		}()
		<-started
		return waits(t, func() { _, _, _ = g.Do("", func() (any, error) { return nil, nil }) })
	}},
	{"(*golang.org/x/time/rate.Limiter).Wait", "waits", func(t *testing.T) string {
		limiter := rate.NewLimiter(rate.Every(Short), 1)
		limiter.Allow()
		return waits(t, func() { _ = limiter.Wait(t.Context()) })
	}},
}

func kept(c *http.Client) string {
	if c.Timeout == time.Hour {
		return "kept"
	}
	return "dropped"
}
