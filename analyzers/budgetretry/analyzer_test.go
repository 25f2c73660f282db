package budgetretry_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/budgetretry"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, budgetretry.Analyzer) }
