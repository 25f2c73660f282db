package overbudget_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/overbudget"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, overbudget.Analyzer) }
