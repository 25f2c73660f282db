package poolwait_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/poolwait"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, poolwait.Analyzer) }
