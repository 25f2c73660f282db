package example

import (
	"context"
	"time"
)

func (s *store) pingAfter() error {
	_, err := s.cb.Execute(func() (interface{}, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return nil, s.db.PingContext(ctx)
	})
	return err
}
