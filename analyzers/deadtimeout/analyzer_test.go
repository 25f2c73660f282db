package deadtimeout_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/deadtimeout"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, deadtimeout.Analyzer) }
