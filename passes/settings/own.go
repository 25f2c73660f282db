package settings

import (
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Own reports whether the package under analysis belongs to the user: to the
// main module or a workspace module, and not to the standard library or a
// dependency. For those, knowledge speaks; go vet and golangci-lint run
// analyzers over them all the same, and a fact found there would make findings
// differ from door to door.
func Own(pass *analysis.Pass) bool {
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	if pass.Module != nil && pass.Module.Path != "" {
		return pass.Module.Version == "" // also "std" and "cmd", for who works on those
	}
	// No module: the standard library, a GOPATH tree, or files on a command line.
	return !standard[first] && !strings.Contains(first, ".")
}

// standard are the first elements of the standard library's import paths.
var standard = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`archive arena bufio builtin bytes cmd cmp compress container context
		crypto database debug embed encoding errors expvar flag fmt go hash html image index internal io iter
		log maps math mime net os path plugin reflect regexp runtime simd slices sort strconv strings structs
		sync syscall testing text time unicode unique unsafe vendor weak`) {
		out[name] = true
	}
	return out
}()
