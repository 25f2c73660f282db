package earlycancel_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/earlycancel"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, earlycancel.Analyzer) }
