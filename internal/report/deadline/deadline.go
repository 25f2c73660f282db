// Package deadline prints the deadline tree of a module, one printer a file:
// as text, JSON, DOT, Mermaid, an HTML page and a review checklist.
//
// It knows formats and the words for waits and bounds. It decides nothing:
// what is called, for how long and what breaks is in the tree it is given
// (internal/link), and what would happen if is the answer it is given
// (internal/whatif).
package deadline

import (
	"path"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

// Report is all that a printer here may print.
type Report struct {
	Tree      link.Report
	Inventory report.Inventory
	WhatIf    *whatif.Answer // nil unless asked for

	// Availability is what is taken for the availability of each dependency,
	// above 0 and at most 1.
	Availability float64
}

// Only leaves the entries whose name matches the pattern of path.Match, where *
// stands for anything, slashes included.
func (r *Report) Only(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return err
	}
	var kept []link.Entry
	for _, e := range r.Tree.Entries {
		if link.Matches(pattern, e.Name) {
			kept = append(kept, e)
		}
	}
	r.Tree.Entries = kept
	return nil
}
