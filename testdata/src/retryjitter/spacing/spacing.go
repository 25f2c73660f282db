// Package spacing is a house's own spacing of attempts.
package spacing

import (
	"math/rand/v2"
	"time"
)

// Step grows with the number of the try, up to a minute.
func Step(try int) time.Duration { return min(250*time.Millisecond<<try, time.Minute) }

// Spread is a random part of Step.
func Spread(try int) time.Duration { return rand.N(Step(try)) }
