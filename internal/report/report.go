// Package report speaks: it prints what a run found, one printer a file.
//
// It knows formats. It decides nothing: what it is given, it prints, in the
// order given.
package report

import (
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// Report is all a printer may print.
type Report struct {
	Findings []finding.Finding
	Packages int // analysed
	Skipped  []driver.Skipped
	Stats    *driver.Stats // nil unless asked for
}
