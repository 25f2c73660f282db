package knowledge

// runsOnce are functions of libraries that run a function they are given, once and
// while their caller waits, with the argument that is it. They give it no time. Read in
// the sources of the versions that the rows of their libraries give.
var runsOnce = map[string]int{
	"(*sync.Once).Do": 0,
	"(*golang.org/x/sync/singleflight.Group).Do":             1,
	"(*github.com/sony/gobreaker.CircuitBreaker).Execute":    0,
	"(*github.com/sony/gobreaker/v2.CircuitBreaker).Execute": 0,
}

// RunsOnce is which argument of a function it runs, once and while its caller waits.
func RunsOnce(name string) (arg int, ok bool) {
	arg, ok = runsOnce[name]
	return arg, ok
}
