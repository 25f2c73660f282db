package front

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Stock is the service that keeps baskets and counts goods. Its client has no limit of its
// own: whoever asks says how long.
type Stock struct {
	base string
	http *http.Client
}

// NewStock returns the service at base.
func NewStock(base string) *Stock { return &Stock{base: base, http: outbound.NewShared()} }

// Basket reads a basket.
func (s *Stock) Basket(ctx context.Context, id string) (string, error) {
	return s.get(ctx, "/baskets/"+url.PathEscape(id))
}

// Enough says whether all goods of a basket are there.
func (s *Stock) Enough(ctx context.Context, basket string) (bool, error) {
	answer, err := s.get(ctx, "/enough?basket="+url.QueryEscape(basket))
	return answer == "yes", err
}

func (s *Stock) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	return string(b), err
}
