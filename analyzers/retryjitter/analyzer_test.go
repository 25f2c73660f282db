package retryjitter_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retryjitter"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retryjitter.Analyzer) }
