package execwait_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/execwait"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, execwait.Analyzer) }
