// Package peers runs the same tests against package budget and against the
// libraries that people use for the same purpose, to show where they differ and
// by how much. It has no code but tests and benchmarks.
//
// A test is named after one measured behaviour that loses time, answers or money
// in an incident. Its subtests named after a library assert what that library, in
// the version that go.mod pins, was seen to do; the subtest "budget" asserts what
// package budget does instead. A failing library subtest means that the library
// has changed: look, and if it does right now, say so here. None of these
// libraries is bad; each does what its documentation says, and most of the
// behaviours are a default or a choice.
//
//	go test ./...                    # from this folder
//	go test -run '^$' -bench Stack   # the whole stack beside failsafe-go's
//	go test -run '^$' -bench .       # and part by part
package peers
