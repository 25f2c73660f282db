package retrybody_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrybody"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrybody.Analyzer) }
