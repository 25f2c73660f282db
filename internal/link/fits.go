package link

import (
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// spot is a line of a file, by its absolute name.
type spot struct {
	file string
	line int
}

// Fits reports whether a wait at a line ends by its own limit before any of those
// gives up who are known to wait for it.
func (f *Found) Fits(file string, line int) bool {
	if f.fits == nil {
		f.fits = map[spot]bool{}
		for i := range f.linker.entries {
			e := &f.linker.entries[i]
			for _, ev := range e.Runs().Most(tree.Forever).Log {
				if ev.Node.Kind != tree.Sink {
					continue
				}
				at := spot{f.linker.files[ev.Node.Place.File], ev.Node.Place.Line}
				ends := e.Use.Kind == "bounded" && ev.One.Known && ev.One.Hi <= e.Use.Nanos
				if before, met := f.fits[at]; met {
					ends = ends && before
				}
				f.fits[at] = ends
			}
		}
	}
	return f.fits[spot{file, line}]
}
