package shutdownwait_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/shutdownwait"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, shutdownwait.Analyzer) }
