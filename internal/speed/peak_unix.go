//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the memory of the largest process of a run.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	most := int64(usage.Maxrss) //nolint:unconvert // it is an int32 on some systems
	if runtime.GOOS == "darwin" {
		return most
	}
	return most << 10
}
