package budgethop_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/budgethop"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, budgethop.Analyzer) }
