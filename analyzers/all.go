// Package analyzers lists the rules that can be run.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers/bareclient"
	"github.com/timeoutlint/timeoutlint/analyzers/bareconn"
	"github.com/timeoutlint/timeoutlint/analyzers/baredial"
	"github.com/timeoutlint/timeoutlint/analyzers/baredriver"
	"github.com/timeoutlint/timeoutlint/analyzers/bareexec"
	"github.com/timeoutlint/timeoutlint/analyzers/bareserver"
	"github.com/timeoutlint/timeoutlint/analyzers/breakererrors"
	"github.com/timeoutlint/timeoutlint/analyzers/breakerslow"
	"github.com/timeoutlint/timeoutlint/analyzers/breakervolume"
	"github.com/timeoutlint/timeoutlint/analyzers/ctxvariant"
	"github.com/timeoutlint/timeoutlint/analyzers/deafctx"
	"github.com/timeoutlint/timeoutlint/analyzers/deafsleep"
	"github.com/timeoutlint/timeoutlint/analyzers/defaultclient"
	"github.com/timeoutlint/timeoutlint/analyzers/detachedctx"
	"github.com/timeoutlint/timeoutlint/analyzers/droppedctx"
	"github.com/timeoutlint/timeoutlint/analyzers/durationunit"
	"github.com/timeoutlint/timeoutlint/analyzers/earlycancel"
	"github.com/timeoutlint/timeoutlint/analyzers/fanout"
	"github.com/timeoutlint/timeoutlint/analyzers/halfbound"
	"github.com/timeoutlint/timeoutlint/analyzers/halftransport"
	"github.com/timeoutlint/timeoutlint/analyzers/hotloop"
	"github.com/timeoutlint/timeoutlint/analyzers/houseclient"
	"github.com/timeoutlint/timeoutlint/analyzers/ignoredctx"
	"github.com/timeoutlint/timeoutlint/analyzers/lostlimit"
	"github.com/timeoutlint/timeoutlint/analyzers/poolwait"
	"github.com/timeoutlint/timeoutlint/analyzers/retrybackoff"
	"github.com/timeoutlint/timeoutlint/analyzers/retrybody"
	"github.com/timeoutlint/timeoutlint/analyzers/retrybreaker"
	"github.com/timeoutlint/timeoutlint/analyzers/retrycap"
	"github.com/timeoutlint/timeoutlint/analyzers/retryctx"
	"github.com/timeoutlint/timeoutlint/analyzers/retrygrowth"
	"github.com/timeoutlint/timeoutlint/analyzers/retryjitter"
	"github.com/timeoutlint/timeoutlint/analyzers/retrykey"
	"github.com/timeoutlint/timeoutlint/analyzers/retrypermanent"
	"github.com/timeoutlint/timeoutlint/analyzers/retrypost"
	"github.com/timeoutlint/timeoutlint/analyzers/retryshared"
	"github.com/timeoutlint/timeoutlint/analyzers/retrysql"
	"github.com/timeoutlint/timeoutlint/analyzers/retryzero"
	"github.com/timeoutlint/timeoutlint/analyzers/silenttimeout"
	"github.com/timeoutlint/timeoutlint/analyzers/unboundedctx"
	"github.com/timeoutlint/timeoutlint/analyzers/waitforready"
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
		houseclient.Analyzer,
		bareserver.Analyzer,
		unboundedctx.Analyzer,
		droppedctx.Analyzer,
		ctxvariant.Analyzer,
		deafctx.Analyzer,
		detachedctx.Analyzer,
		ignoredctx.Analyzer,
		earlycancel.Analyzer,
		deafsleep.Analyzer,
		poolwait.Analyzer,
		baredriver.Analyzer,
		waitforready.Analyzer,
		fanout.Analyzer,
		retrycap.Analyzer,
		retrybackoff.Analyzer,
		retryjitter.Analyzer,
		retrygrowth.Analyzer,
		hotloop.Analyzer,
		retryctx.Analyzer,
		retryshared.Analyzer,
		retryzero.Analyzer,
		retrypermanent.Analyzer,
		retrybody.Analyzer,
		retrypost.Analyzer,
		retrysql.Analyzer,
		retrykey.Analyzer,
		breakererrors.Analyzer,
		breakervolume.Analyzer,
		breakerslow.Analyzer,
		retrybreaker.Analyzer,
		silenttimeout.Analyzer,
		durationunit.Analyzer,
	}
}
