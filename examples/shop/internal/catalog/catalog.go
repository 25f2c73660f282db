// Package catalog knows what the shop sells.
package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Catalog is safe for use by many goroutines.
type Catalog struct {
	base    string
	http    *http.Client
	search  *http.Client
	suggest *http.Client

	once sync.Once
	tree map[string][]string
}

// New returns the catalog at base.
func New(base string) *Catalog {
	return &Catalog{
		base:    base,
		http:    outbound.NewClient(3 * time.Second),
		search:  &http.Client{Timeout: 800},
		suggest: &http.Client{Timeout: 200e6},
	}
}

// Tree is the tree of categories. It is read once, when it is first wanted.
func (c *Catalog) Tree() map[string][]string {
	c.once.Do(c.load)
	return c.tree
}

func (c *Catalog) load() {
	wait := 100 * time.Millisecond
	for {
		tree, err := c.fetchTree()
		if err == nil {
			c.tree = tree
			return
		}
		time.Sleep(wait/2 + rand.N(wait/2))
		wait = min(2*wait, 5*time.Second)
	}
}

func (c *Catalog) fetchTree() (map[string][]string, error) {
	resp, err := c.http.Get(c.base + "/tree.json")
	if err != nil {
		return nil, err
	}
	tree := map[string][]string{}
	return tree, decode(resp, &tree)
}

// Search finds goods by their names.
func (c *Catalog) Search(ctx context.Context, words string) ([]string, error) {
	return find(ctx, c.search, c.base+"/search?q="+url.QueryEscape(words))
}

// Suggest finds what a customer may be about to type.
func (c *Catalog) Suggest(ctx context.Context, word string) ([]string, error) {
	return find(ctx, c.suggest, c.base+"/suggest?q="+url.QueryEscape(word))
}

func find(ctx context.Context, hc *http.Client, u string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	var skus []string
	err = decode(resp, &skus)
	return skus, err
}

func decode(resp *http.Response, into any) error {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("catalog: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}
