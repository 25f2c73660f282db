// Package analyzers lists the rules that can be run.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers/bareclient"
	"github.com/timeoutlint/timeoutlint/analyzers/bareconn"
	"github.com/timeoutlint/timeoutlint/analyzers/baredial"
	"github.com/timeoutlint/timeoutlint/analyzers/bareexec"
	"github.com/timeoutlint/timeoutlint/analyzers/bareserver"
	"github.com/timeoutlint/timeoutlint/analyzers/ctxvariant"
	"github.com/timeoutlint/timeoutlint/analyzers/deafsleep"
	"github.com/timeoutlint/timeoutlint/analyzers/defaultclient"
	"github.com/timeoutlint/timeoutlint/analyzers/durationunit"
	"github.com/timeoutlint/timeoutlint/analyzers/halfbound"
	"github.com/timeoutlint/timeoutlint/analyzers/halftransport"
	"github.com/timeoutlint/timeoutlint/analyzers/hotloop"
	"github.com/timeoutlint/timeoutlint/analyzers/lostlimit"
	"github.com/timeoutlint/timeoutlint/analyzers/retrybackoff"
	"github.com/timeoutlint/timeoutlint/analyzers/retrycap"
	"github.com/timeoutlint/timeoutlint/analyzers/retryctx"
	"github.com/timeoutlint/timeoutlint/analyzers/retrygrowth"
	"github.com/timeoutlint/timeoutlint/analyzers/retryjitter"
)

// All is every built rule, in catalogue order.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		bareclient.Analyzer,
		defaultclient.Analyzer,
		halftransport.Analyzer,
		baredial.Analyzer,
		bareconn.Analyzer,
		bareexec.Analyzer,
		lostlimit.Analyzer,
		halfbound.Analyzer,
		bareserver.Analyzer,
		ctxvariant.Analyzer,
		deafsleep.Analyzer,
		retrycap.Analyzer,
		retrybackoff.Analyzer,
		retryjitter.Analyzer,
		retrygrowth.Analyzer,
		hotloop.Analyzer,
		retryctx.Analyzer,
		durationunit.Analyzer,
	}
}
