package catalog

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Reviews reads what customers think of the goods.
type Reviews struct {
	base string
	http *http.Client
}

// NewReviews returns the reviews at base.
func NewReviews(base string) *Reviews {
	return &Reviews{base: base, http: &http.Client{}}
}

// NewReviewsShared is NewReviews on the connections that all share.
func NewReviewsShared(base string) *Reviews {
	return &Reviews{base: base, http: outbound.NewShared()}
}

// Stars is the mean of a product's reviews. A page is shown without it after 300 ms.
func (r *Reviews) Stars(ctx context.Context, sku string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	var stars float64
	err := r.get(ctx, "/stars/"+url.PathEscape(sku), &stars)
	return stars, err
}

// Latest are the newest reviews of a product.
func (r *Reviews) Latest(ctx context.Context, sku string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var texts []string
	err := r.get(ctx, "/latest/"+url.PathEscape(sku), &texts)
	return texts, err
}

func (r *Reviews) get(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return err
	}
	return decode(resp, into)
}
