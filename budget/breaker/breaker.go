package breaker

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/budget"
)

// A Breaker is gobreaker's; it satisfies budget.Breaker.
type Breaker = gobreaker.TwoStepCircuitBreaker[struct{}]

// Off turns a part of [Settings] off: Rate and Jitter.
const Off = -1

// Settings say when a breaker opens and how it closes again. A bad call is one
// that failed or was slow. The zero value is ready: half of at least 20 calls in
// 10 s. The figures are those of the breakers in wide use (50 % and 20 calls in
// 10 s: Hystrix), except for the time open: it is the 5 s of Hystrix and Polly.
type Settings struct {
	// Window is the time that is looked back upon, in ten steps. 0 = 10s;
	// at least 10ns.
	Window time.Duration

	// MinCalls is how many finished calls the window must hold before Rate means
	// anything. 0 = 20.
	MinCalls int

	// Rate is the share of bad calls, in (0, 1], at which the breaker opens.
	// 0 = 0.5; Off leaves only Consecutive.
	Rate float64

	// Consecutive opens the breaker after that many bad calls in a row, however
	// few calls there were. 0 = never. For a dependency that is called so rarely
	// that MinCalls is never reached.
	Consecutive int

	// Open is how long calls are refused before a probe is let through.
	// 0 = 5s.
	Open time.Duration

	// Jitter spreads Open over ±Jitter of itself, in (0, 1), chosen once for each
	// breaker, so that many instances do not probe at the same moment.
	// 0 = 0.2; Off = none.
	Jitter float64

	// Probes is how many calls are let through after Open; all must be good to
	// close the breaker, the first bad one opens it again. 0 = 3.
	Probes int

	// OnChange is called at every change of state, with the breaker's lock held:
	// be quick, and do not use the breaker in it. nil = nobody is told.
	OnChange func(name string, from, to gobreaker.State)
}

// New makes a breaker. An error says which field of the settings makes no sense.
func New(name string, s Settings) (*Breaker, error) {
	g, err := s.Gobreaker(name)
	if err != nil {
		return nil, err
	}
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](g), nil
}

// steps is how many steps the window moves in: enough that the share does not
// jump when one leaves, few enough to cost nothing.
const steps = 10

// Gobreaker returns the settings in gobreaker's own terms, for whoever makes the
// breaker otherwise.
func (s Settings) Gobreaker(name string) (gobreaker.Settings, error) {
	s, err := s.withDefaults()
	if err != nil {
		return gobreaker.Settings{}, fmt.Errorf("breaker: %s: %w", name, err)
	}
	return gobreaker.Settings{
		Name:         name,
		MaxRequests:  uint32(s.Probes),
		Interval:     s.Window,
		BucketPeriod: s.Window / steps,
		// gobreaker probes strictly after its timeout; here 5 s are over at 5 s.
		Timeout:       s.open() - 1,
		ReadyToTrip:   s.trips,
		OnStateChange: s.OnChange,
		IsExcluded:    func(err error) bool { return errors.Is(err, budget.ErrNeutral) },
	}, nil
}

// trips judges the window after a bad call. It leaves out the calls that are
// still in flight or said nothing, which gobreaker counts as requests.
func (s Settings) trips(c gobreaker.Counts) bool {
	if s.Consecutive > 0 && int(c.ConsecutiveFailures) >= s.Consecutive {
		return true
	}
	finished := float64(c.TotalSuccesses) + float64(c.TotalFailures)
	return s.Rate > 0 && finished >= float64(s.MinCalls) && float64(c.TotalFailures) >= s.Rate*finished
}

func (s Settings) open() time.Duration {
	if s.Jitter <= 0 {
		return s.Open
	}
	return time.Duration(float64(s.Open) * (1 + s.Jitter*(2*rand.Float64()-1)))
}

func (s Settings) withDefaults() (Settings, error) {
	setDefault(&s.Window, 10*time.Second)
	setDefault(&s.MinCalls, 20)
	setDefault(&s.Rate, 0.5)
	setDefault(&s.Open, 5*time.Second)
	setDefault(&s.Jitter, 0.2)
	setDefault(&s.Probes, 3)
	switch {
	case s.Window < steps:
		return s, fmt.Errorf("field Window is %v, want at least %v", s.Window, time.Duration(steps))
	case s.MinCalls < 0:
		return s, fmt.Errorf("field MinCalls is negative: %d", s.MinCalls)
	case s.Rate != Off && !(s.Rate > 0 && s.Rate <= 1):
		return s, fmt.Errorf("field Rate is %v, want a share in (0, 1], or Off", s.Rate)
	case s.Consecutive < 0:
		return s, fmt.Errorf("field Consecutive is negative: %d", s.Consecutive)
	case s.Rate == Off && s.Consecutive == 0:
		return s, errors.New("with Rate Off and Consecutive 0 it would never open")
	case s.Open < 0:
		return s, fmt.Errorf("field Open is negative: %v", s.Open)
	case s.Jitter != Off && !(s.Jitter > 0 && s.Jitter < 1):
		return s, fmt.Errorf("field Jitter is %v, want a share in (0, 1), or Off", s.Jitter)
	case s.Probes < 0 || int64(s.Probes) > math.MaxUint32:
		return s, fmt.Errorf("field Probes is %d, want at least 1", s.Probes)
	}
	return s, nil
}

// setDefault replaces a zero.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
