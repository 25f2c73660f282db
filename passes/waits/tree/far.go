package tree

// Far is the entry of another service that answers a wait.
type Far struct {
	Service, Entry string
	Place          Place // where it is said that it answers
	Front          int64 // attempts that something on the way makes of each call, the first included; 0 and 1: none does
	Own            int64 // it certainly permits itself to go on for so long when its caller has left
	Why            string
	Worst          int64 // and for so long while its caller waits
	Calls          []FarCall
}

// FarCall is a call that the entry makes for one request.
type FarCall struct {
	What   string
	Levels []FarLevel // of retries, outermost first
}

// FarLevel is one retry there.
type FarLevel struct {
	N   int64
	Who string
}

// Most is the call that is made most often where all fails.
func (f *Far) Most() (most FarCall, times int64) {
	for _, c := range f.Calls {
		n := int64(1)
		for _, l := range c.Levels {
			n = mul(n, l.N)
		}
		if n > times {
			most, times = c, n
		}
	}
	return most, times
}
