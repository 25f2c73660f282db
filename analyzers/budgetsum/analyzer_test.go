package budgetsum_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/budgetsum"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, budgetsum.Analyzer) }
