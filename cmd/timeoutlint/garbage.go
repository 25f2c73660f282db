package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A run is short, and to look for garbage in a small heap is the larger part
// of what it would cost. So none is looked for before the heap has the room
// that a run may take anyway; beyond it may lie around, in percent of what is
// in use, what Go's own choice would be or less.
const (
	room    = 128 << 20 // bytes
	garbage = 75        // percent
)

// collectSeldom sets the pace of the garbage collector, and again after every
// collection, for what that has found in use.
func collectSeldom() {
	const least = 4 << 20 // bytes: the heap at which 100 percent begin
	debug.SetGCPercent(100 * room / least)
	runtime.SetFinalizer(&collection{size: 1}, (*collection).done)
}

// collection is garbage whenever one ends.
type collection struct{ size int }

func (c *collection) done() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(max(garbage, int(100*room/max(live[0].Value.Uint64(), 1<<20))-100))
	}
	runtime.SetFinalizer(c, (*collection).done)
}
