package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the module's version and the Go version it was built with,
// which bounds the language versions it can read.
func (a app) version(args []string) int {
	if len(args) > 0 {
		return a.fail("version takes no arguments")
	}
	fmt.Fprintf(a.stdout, "timeoutlint %s %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitClean
}

// buildVersion is the module's version as the go command recorded it.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
