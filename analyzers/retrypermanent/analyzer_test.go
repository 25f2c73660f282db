package retrypermanent_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrypermanent"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrypermanent.Analyzer) }
