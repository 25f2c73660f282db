package lockwait_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/lockwait"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, lockwait.Analyzer) }
