// Package analyzers lists the rules that can be run.
package analyzers

import "golang.org/x/tools/go/analysis"

// All is every built rule, in catalogue order.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{}
}
