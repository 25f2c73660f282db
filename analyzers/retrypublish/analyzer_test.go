package retrypublish_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/retrypublish"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retrypublish.Analyzer) }
