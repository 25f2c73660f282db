package payments

import (
	"math/rand/v2"
	"time"
)

// cooldown gives Payline a moment before it is asked again.
func cooldown(attempt int) {
	time.Sleep(rand.N(min(200*time.Millisecond<<min(attempt, 5), 3*time.Second)))
}
