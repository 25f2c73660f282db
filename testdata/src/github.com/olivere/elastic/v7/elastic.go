// Package elastic stands for github.com/olivere/elastic/v7.
package elastic

import "context"

// SearchService asks with the client that its Client was given.
type SearchService struct{}

// SearchResult is an answer.
type SearchResult struct{}

// Do sends the request.
func (*SearchService) Do(ctx context.Context) (*SearchResult, error) { return nil, nil }
