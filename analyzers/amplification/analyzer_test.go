package amplification_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/amplification"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, amplification.Analyzer) }
