package budgetuse_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/budgetuse"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, budgetuse.Analyzer) }
