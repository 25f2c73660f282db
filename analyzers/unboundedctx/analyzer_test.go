package unboundedctx_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers/unboundedctx"
	"github.com/timeoutlint/timeoutlint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, unboundedctx.Analyzer) }
