package budget

import (
	"context"
	"testing"
	"time"
)

func BenchmarkTimeout(b *testing.B) {
	d, _ := New("x", Policy{})
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		d.Timeout(ctx)
	}
}
func BenchmarkDo(b *testing.B) {
	d, _ := New("x", Policy{})
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		Do(ctx, d, func(ctx context.Context) (int, error) { return 1, nil })
	}
}
func BenchmarkBare(b *testing.B) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		_ = ctx
		cancel()
	}
}
