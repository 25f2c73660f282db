// Package report speaks: it prints what a run found, one printer a file.
//
// It knows formats. It decides nothing: what it is given, it prints, in the
// order given.
package report

import (
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
)

// Report is all a printer may print.
type Report struct {
	Findings []finding.Finding // sorted
	Packages int               // analysed
	Skipped  []driver.Skipped
	Crashes  []driver.Crash
	Stats    *driver.Stats // nil unless asked for
	Gaps     gaps.Result   // with Stats
}
