// Package garbage sets how often a short run looks for garbage.
//
// It knows the Go runtime and how much memory a run may take. It does not know
// what a run does, and leaves alone a pace that the user has set.
package garbage

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// To look for garbage in a heap that is small but grows is a quarter of what a
// run takes. So none is looked for before the heap has the room that most runs
// need in the end; beyond, garbage may be this share of what is in use.
const (
	room    = 128 << 20 // bytes
	garbage = 75        // percent
)

// CollectSeldom sets the pace of the garbage collector, and again after every
// collection, for what that has found in use. With GOGC or GOMEMLIMIT in the
// environment it does nothing.
func CollectSeldom(getenv func(string) string) {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return
	}
	const least = 4 << 20 // bytes: the heap at which 100 percent begin
	debug.SetGCPercent(100 * room / least)
	runtime.SetFinalizer(new(collection), (*collection).done)
}

// collection is found to be garbage by every collection. The
// pointer keeps it out of the blocks that small values share.
type collection struct{ _ *byte }

func (c *collection) done() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(max(garbage, int(100*room/max(live[0].Value.Uint64(), 1<<20))-100))
	}
	runtime.SetFinalizer(c, (*collection).done)
}
