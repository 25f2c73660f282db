package bench

import (
	"fmt"
	"testing"
)

// Nothing is tuned for the stand: whatever the demand and the capacity, the
// limit that adapts leaves at least as many successes as the best of the
// published settings, which are fixed. So does the server that sheds.
func TestAdaptiveIsNoWorseThanTheBestFixed(t *testing.T) {
	for _, clients := range []int{6, 12, 60} {
		for _, workers := range []int{3, 10} {
			t.Run(fmt.Sprintf("%d clients, %d workers", clients, workers), func(t *testing.T) {
				s := PublishedFake()
				s.Clients, s.Workers = clients, workers
				best, ok := 0, map[string]int{}
				for _, v := range Variants() {
					switch v.Name {
					case "A", "C", "D": // B answers nothing, and is long about it
						best = max(best, fake(t, s, v).OK)
					case "J", "K":
						ok[v.Name] = fake(t, s, v).OK
					}
				}
				for name, got := range ok {
					if got < best {
						t.Errorf("%s: %d successes, the best fixed setting has %d", name, got, best)
					}
				}
			})
		}
	}
}

// In an open loop, too, of all settings that end by themselves.
func TestAdaptiveInTheOpenLoop(t *testing.T) {
	s := PublishedFake()
	s.Rate = OpenRate
	best, got := 0, 0
	for _, v := range Variants() {
		switch {
		case v.Name == "J":
			got = fake(t, s, v).OK
		case v.Name != "K" && (v.Policy != nil || v.Attempts > 0):
			best = max(best, fake(t, s, v).OK)
		}
	}
	if got < best {
		t.Errorf("%d successes, the best other setting has %d", got, best)
	}
}
