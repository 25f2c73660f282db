package retrynested_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrynested"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrynested.Analyzer) }
